// What every tool has: questions of which only the last counts, and marks on the map.

import {make} from "../elements.js";
import {forChat, receipt} from "../receipt.js";

export class Tool {
  /** The method without which a map of a game of one's own has no use for the tool; none: it is
   * for our games alone. */
  static asks = "";

  /** @param {any} desk what all tools share: room, view, pieces, position, panel */
  constructor(desk) {
    this.desk = desk;
    this.marks = [];
    this.asking = null;
  }

  /** Draw something of this tool's. */
  mark(name, order, paint) {
    this.marks.push(name);
    this.desk.view.painter(name, order, paint);
  }

  /** Take marks away, all if none is named. */
  unmark(...names) {
    for (const name of names.length ? names : this.marks) this.desk.view.painter(name, 0, null);
  }

  /** Begin a question: those asked before no longer count. */
  begin() {
    this.asking?.abort();
    this.asking = new AbortController();
    return this.asking.signal;
  }

  /** Ask about the position; null when something else has been asked meanwhile. */
  async ask(method, params, signal) {
    try {
      const answer = await this.desk.position.ask(method, params, signal);
      return signal.aborted ? null : answer;
    } catch (error) {
      if (!signal.aborted && !this.explained(error)) {
        this.desk.panel.trouble(error, this.card?.());
      }
      return null;
    }
  }

  /** Whether a refusal is one that the tool tells in a player's words. @param {any} _error */
  explained(_error) {
    return false;
  }

  /** A receipt with what can be done with it. @param {any} answer @param {any[]} question
   * @param {string} label @param {...any} more further buttons */
  receipt(answer, question, label, ...more) {
    const {desk} = this;
    desk.asked = {question, label, state: desk.position.state()};
    return receipt(answer, {label, lattice: desk.lattice, say: this.ofUnit, actions: [
      make("button", {click: () => desk.copy(forChat(answer))}, "Copy for chat"),
      make("button", {click: () => desk.keep(question, answer)}, "Keep"),
      ...more,
    ]});
  }

  /** What to do with a yes or no about the unit that a question needs; none: it is not asked.
   * @type {((name: string, value: boolean) => void) | undefined} */
  ofUnit;

  /** What stands in the panel before anything is asked. */
  hint() {
    return [];
  }

  /** The tool is taken up. */
  begun() {
    this.desk.panel.show(...this.hint());
  }

  /** The hexes whose clicks brought what is shown, by their numbers. @returns {string[]} */
  get spots() {
    return [];
  }

  /** Click hexes again. @param {any[]} hexes */
  async revisit(hexes) {
    for (const one of hexes) await this.pick(one);
  }

  /** What a click on a hex does. @param {any} _hex */
  async pick(_hex) {}

  /** The position has changed: ask again. */
  again() {}

  /** Escape: back by one step. Whether there was something to go back from. */
  back() {
    return false;
  }

  clear() {
    this.asking?.abort();
    this.unmark();
  }
}

/** A sentence in the panel. @param {string} text */
export const note = (text) => make("p", {class: "hint"}, text);

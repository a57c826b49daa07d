// What if: counters moved, bridges blown or mended, and taken back. The file is never touched.

import {make, speak} from "../elements.js";
import {same} from "../position.js";
import {Tool, note} from "./tool.js";

/** Move a counter. @param {any} position @param {any} counter @param {string} hex */
export function tryMove(position, counter, hex) {
  const at = (one) => (one.piece === counter.piece ? {...one, hex} : one);
  const stood = {...counter};
  position.attempt({
    text: `${counter.name} ${counter.hex} → ${hex}`,
    counters: (many) => [...many.filter((one) => one.piece !== counter.piece),
      ...many.filter((one) => one.piece === counter.piece).map(at)],
    state: (state) => {
      let found = false;
      const units = (state.units ?? []).map((one) => {
        if (found || !same(one, stood)) return one;
        found = true;
        return {...one, hex};
      });
      return found ? {...state, units} : state;
    },
  });
}

/** Change a bridge. @param {any} position @param {any} bridge @param {string} word
 * @param {any} value */
export function tryBridge(position, bridge, word, value) {
  const ends = bridge.hexside;
  position.attempt({
    text: `${bridge.name || ends}: ${word}`,
    state: (state) => ({...state, bridges: {...state.bridges, [ends]: value}}),
  });
}

const STATES = {
  gts: [["blown", {state: ["destroyed"]}], ["intact", {state: ["intact"]}],
    ["wired", {state: ["wired"]}]],
  scs: [["blown", {is: "blown"}], ["intact", {is: "stands"}], ["prepared", {is: "prepared"}]],
};

export class WhatIf extends Tool {
  static id = "whatif";
  static key = "w";
  static label = "What if";

  hint() {
    return this.all(note("Click a counter, then where it shall stand. Click a hex at a bridge to "
      + "blow or mend it. Every answer then takes it as it stands here; the file stays as it is."));
  }

  all(...nodes) {
    const {tried} = this.desk.position;
    return [make("h2", {}, "What if"), ...nodes, make("section", {class: "receipt"},
      make("h3", {}, tried.length ? "Tried out" : "Nothing is tried out"),
      make("ol", {}, tried.map(({text}) => make("li", {}, text))),
      make("div", {class: "actions"},
        make("button", {disabled: !tried.length, click: () => this.undo()}, "Undo (u)"),
        make("button", {disabled: !tried.length, click: () => this.undo(true)}, "Undo all")))];
  }

  undo(all = false) {
    const {position} = this.desk;
    do position.undo(); while (all && position.tried.length);
    this.begun();
  }

  /** @param {any} hex */
  async pick(hex) {
    const {desk} = this;
    if (this.taken && hex.number !== this.taken.hex) {
      const {taken} = this;
      this.drop();
      tryMove(desk.position, taken, hex.number);
      speak(`${taken.name} now in ${hex.number}`);
      return this.begun();
    }
    const here = desk.pieces.in(hex.number);
    const at = here.findIndex((one) => one.piece === this.taken?.piece);
    this.taken = here[(at + 1) % (here.length || 1)] ?? null;
    desk.pieces.selected = this.taken?.piece ?? "";
    desk.view.draw();
    const bridges = desk.lattice.bridges.filter((one) => one.hexside.split("/")
      .includes(hex.number));
    desk.panel.show(...this.all(
      this.taken ? make("p", {class: "gist"}, `${this.taken.name}: click where it shall stand.`)
        : note(`${hex.number}: no counter here.`),
      ...bridges.map((one) => this.bridge(one))));
    speak(this.taken ? `${this.taken.name} taken` : `${hex.number}, ${bridges.length} bridges`);
  }

  bridge(one) {
    const words = STATES[this.desk.lattice.name === "ins" ? "scs" : "gts"];
    return make("div", {class: "row", role: "group", "aria-label": one.name || one.hexside},
      make("span", {}, one.name || `bridge ${one.hexside}`),
      words.map(([word, value]) => make("button", {click: () => {
        this.drop();
        tryBridge(this.desk.position, one, word, value);
        this.begun();
      }}, word)));
  }

  again() {
    if (this.desk.tool === this && !this.taken) this.begun();
  }

  drop() {
    this.taken = null;
    this.desk.pieces.selected = "";
    this.desk.view.draw();
  }

  back() {
    const had = Boolean(this.taken);
    this.drop();
    this.begun();
    return had;
  }

  clear() {
    super.clear();
    this.drop();
  }
}

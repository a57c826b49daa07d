// An attack in a game of one's own: the hex attacked, who attacks it, the table's results, and what
// comes after.

import {diceIn} from "../asks.js";
import {roll} from "../dice.js";
import {make, speak} from "../elements.js";
import {INK, hatched, rings, way} from "../paint.js";
import {Tool, note} from "./tool.js";

export class Fight extends Tool {
  static id = "fight";
  static key = "c";
  static label = "Combat";
  static asks = "combat.resolve";
  static only = [];

  constructor(desk) {
    super(desk);
    this.target = null;
    /** The pieces that attack, in the order they were taken. @type {string[]} */
    this.taken = [];
  }

  hint() {
    return [make("h2", {}, "Combat"), note("Click the hex that is attacked, then the units beside it "
      + "that attack: each click takes those of a hex in, or out again.")];
  }

  /** The units in a hex. @param {string} number */
  units(number) {
    return this.desk.pieces.in(number).filter((one) => one.role === "unit");
  }

  /** @param {any} hex */
  async pick(hex) {
    const {lattice} = this.desk, here = this.units(hex.number);
    const beside = this.target && lattice.beside(this.target).includes(hex);
    const sides = new Set(this.units(this.target?.number ?? "").map((one) => one.side));
    const attackers = beside ? here.filter((one) => !sides.has(one.side)) : [];
    if (attackers.length) {
      const pieces = attackers.map((one) => one.piece);
      this.choose(pieces, !pieces.every((one) => this.taken.includes(one)));
      return this.again();
    }
    if (!here.length) return this.desk.describe(hex);
    this.target = hex;
    this.taken = [];
    return this.again();
  }

  get spots() {
    return this.target ? [this.target.number, ...new Set(this.attackers.map(({hex}) => hex))] : [];
  }

  /** Take pieces in, or out. @param {string[]} pieces @param {boolean} taken */
  choose(pieces, taken) {
    this.taken = this.taken.filter((one) => !pieces.includes(one));
    if (taken) this.taken.push(...pieces);
  }

  get attackers() {
    const {counters} = this.desk.position;
    return this.taken.map((piece) => counters.find((one) => one.piece === piece))
      .filter((one) => one?.hex);
  }

  async again() {
    if (!this.target) return;
    this.clearAfter();
    this.show();
    const signal = this.begin();
    if (!this.attackers.length) return;
    const attackers = await this.records(this.attackers);
    this.fight = {attackers, hex: this.target.number};
    await this.resolve(this.fight, signal);
  }

  /** Units as questions take them. @param {any[]} counters */
  records(counters) {
    return Promise.all(counters.map((one) => this.desk.position.unit(one)));
  }

  /** Ask what the attack brings. @param {any} fight @param {AbortSignal} signal
   * @param {any} [thrown] the dice, to be shown */
  async resolve(fight, signal, thrown = null) {
    const {desk} = this, answer = await this.ask("combat.resolve", fight, signal);
    if (!answer) return;
    const dice = await diceIn(desk, ["combat.resolve"]);
    if (signal.aborted) return;
    // The lowest roll of the table is a one of each die.
    const many = Math.min(...(answer.outcomes ?? []).flatMap((one) => one.roll));
    const throwing = dice && answer.outcomes ? make("button", {type: "button", click: () => {
      const out = make("div", {class: "told"});
      const faces = roll({...dice, many}, out, () => {}).split(",").map(Number);
      this.resolve({...fight, dice: faces}, this.begin(), out);
    }}, many > 1 ? "Roll" : "Roll a die") : null;
    this.show(thrown, this.receipt(answer, ["combat.resolve", fight], "Combat", throwing),
      outcomes(answer.outcomes), this.after(answer));
    speak(answer.summary);
  }

  /** What may be asked of what comes after. @param {any} answer */
  after(answer) {
    const {own} = this.desk.lattice, back = answer.defender_retreat, on = answer.attacker_retreat;
    const ask = (text, click) => make("button", {type: "button", click}, text);
    const retreats = own.includes("combat.retreat") ? [
      ...back === 0 ? [] : this.units(this.target.number).map((one) =>
        ask(`Where may ${one.name} go back?`, () => this.retreat(one, back))),
      ...on ? this.attackers.map((one) => ask(`Where may ${one.name} go back?`, () =>
        this.retreat(one, on))) : []] : [];
    const advances = own.includes("combat.advance") ? this.attackers.map((one) =>
      ask(`May ${one.name} advance?`, () => this.advance(one))) : [];
    if (!retreats.length && !advances.length) return null;
    return make("details", {open: answer.verdict === "decided"}, make("summary", {}, "After it"),
      make("div", {class: "actions"}, retreats, advances));
  }

  /** @param {any} counter @param {number} [many] hexes, as the rules have it if left out */
  async retreat(counter, many) {
    const signal = this.begin(), unit = await this.desk.position.unit(counter);
    const asked = {unit, from: counter.hex, ...many ? {hexes: many} : {}};
    const answer = await this.ask("combat.retreat", asked, signal);
    if (!answer) return;
    this.mark("after", 62, hatched([{numbers: answer.hexes ?? [], ink: INK.clear, kind: "/"}]));
    this.show(this.receipt(answer, ["combat.retreat", asked], `Retreat of ${counter.name}`),
      this.backToIt());
    speak(answer.summary);
  }

  /** Whether a unit may advance once the hex is empty. @param {any} counter */
  async advance(counter) {
    const {desk} = this, signal = this.begin(), {number} = this.target;
    const [unit, state] = await Promise.all([desk.position.unit(counter), desk.position.state()]);
    const units = state.units?.filter((one) => one.hex !== number || one.side === counter.side);
    const asked = {unit, from: counter.hex, to: number};
    let answer;
    try {
      answer = await desk.position.ask("combat.advance", asked, signal, {...state, units});
    } catch (error) {
      if (!signal.aborted) desk.panel.trouble(error);
      return;
    }
    if (signal.aborted) return;
    this.show(note(`If ${number} is empty then:`),
      this.receipt(answer, ["combat.advance", asked], `Advance of ${counter.name}`),
      this.backToIt());
    speak(answer.summary);
  }

  backToIt() {
    return make("button", {type: "button", click: () => this.again()}, "Back to the combat");
  }

  /** The attack in the panel and on the map. @param {...any} nodes */
  show(...nodes) {
    const {number} = this.target, {taken, attackers} = this;
    const who = this.units(number).map((one) => one.name).join(", ") || "nobody";
    const near = this.desk.lattice.beside(this.target).flatMap((hex) => this.units(hex.number));
    const sides = new Set(this.units(number).map((one) => one.side));
    const able = near.filter((one) => !sides.has(one.side));
    this.mark("attack", 70, (ctx, look) => {
      for (const one of new Set(attackers.map(({hex}) => hex))) {
        way([{hex: one}, {hex: number}], {ink: INK.blocked, numbers: false, arrow: true})(ctx, look);
      }
      rings([{number, ink: INK.blocked, text: "✕"}])(ctx, look);
    });
    this.desk.panel.show(make("h2", {}, "Combat", make("small", {}, ` against ${number}`)),
      make("p", {class: "facts"}, who),
      able.length ? make("div", {class: "stack", role: "group", "aria-label": "Attackers"},
        able.map((one) => make("button", {type: "button",
          "aria-pressed": String(taken.includes(one.piece)), click: () => {
            this.choose([one.piece], !taken.includes(one.piece));
            this.again();
          }}, one.name))) : note("No unit of another side stands beside it."),
      taken.length ? null : note("Click the units that attack."), ...nodes);
  }

  clearAfter() {
    this.unmark("after");
  }

  back() {
    const had = Boolean(this.target);
    this.clear();
    this.desk.panel.show(...this.hint());
    return had;
  }

  clear() {
    super.clear();
    this.target = null;
    this.taken = [];
  }
}

/** The table's results with their chances. @param {any[] | undefined} many */
function outcomes(many) {
  if (!many?.length) return null;
  return make("table", {class: "grid"}, make("thead", {}, make("tr", {}, ["roll", "chance",
    "result"].map((one) => make("th", {scope: "col"}, one)))),
  make("tbody", {}, many.map(({roll: rolls, chance, result}) => make("tr", {},
    make("td", {}, rolls.join(", ")), make("td", {}, chance), make("td", {}, result)))));
}

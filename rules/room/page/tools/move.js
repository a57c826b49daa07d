// Moving: what a unit can reach, and the way to a hex.

import {make, speak} from "../elements.js";
import {saveForVassal, saving} from "../files.js";
import {INK, halves, reach, reachNumbers, rings, way} from "../paint.js";
import {pasted} from "../pasted.js";
import {lacksAllowance, ratings} from "../ratings.js";
import {Tool, note} from "./tool.js";
import {unmoved} from "./unmoved.js";
import {tryMove} from "./whatif.js";

const TRIAL = 6;
/** Allowances that most units have, to choose from where nobody knows a unit's. */
const USUAL = [7, 8, 10, 12];
/** How a way is drawn, by whether the unit may go it. */
const LOOKS = {
  legal: {ink: INK.way, dash: [], sign: ""},
  illegal: {ink: INK.blocked, dash: [16, 12], sign: "✕"},
  undetermined: {ink: INK.open, dash: [2, 12], sign: "?"},
};

/** An answer that is not decided after all. @param {any} answer @param {string} summary */
const undecided = (answer, summary) => ({...answer, verdict: "undetermined", summary});

export class Move extends Tool {
  static id = "move";
  static key = "m";
  static label = "Move";
  static asks = "move.reach";

  constructor(desk) {
    super(desk);
    this.unit = null;
    this.allowances = new Map();
    /** What was said of a unit here: its class, or that it is mounted. */
    this.saidOf = new Map();
    this.column = null;
    /** What it reaches by a check alone. @type {Record<string, number>} */
    this.checked = {};
    /** Whether it goes by Road March (It Never Snows). */
    this.march = false;
    /** @type {string[]} */
    this.stops = [];
  }

  ofUnit = (name, value) => {
    this.saidOf.set(this.key(), {...this.saidOf.get(this.key()), [name]: value});
    this.again();
  };

  /** Whether the map is one of It Never Snows. */
  get ins() {
    return this.desk.lattice.name === "ins";
  }

  hint() {
    return [make("h2", {}, "Move"),
      note("Click a unit: the hexes it can reach, with what each costs. Click on: the way there, "
        + "step by step. With Shift a click adds a stop on the way. A second click on a stack "
        + "takes the next unit.")];
  }

  /** @param {any} hex @param {boolean} more a stop on the way, whatever stands there */
  async pick(hex, more = false) {
    const here = this.desk.pieces.in(hex.number).filter((one) => one.role === "unit");
    if (this.unit && (more || !here.length)) return this.way(hex, more);
    if (!here.length) return this.desk.describe(hex);
    const at = here.findIndex((one) => one.piece === this.unit?.piece);
    return this.take(here[(at + 1) % here.length]);
  }

  /** Take a unit up. @param {any} counter */
  async take(counter) {
    this.unit = counter;
    this.stops = [];
    this.column = null;
    this.unknown = false;
    this.unmark("way", "stops");
    this.desk.pieces.selected = counter.piece;
    this.desk.view.draw();
    this.desk.dispatchEvent(new Event("taken"));
    await this.reach();
  }

  /** The unit as questions take it. */
  asked() {
    if (!this.ins) {
      const rated = this.allowance() === undefined ? {} : {ma: this.allowance()};
      const said = {...this.told, ...rated, ...this.saidOf.get(this.key())};
      return this.column === null ? said : {...said, column: this.column};
    }
    const ma = this.allowance() ?? (this.unknown ? TRIAL : undefined);
    const said = {...this.told, ...this.saidOf.get(this.key())};
    return ma === undefined || this.march ? said : {...said, ma};
  }

  /** The unit in a question, and that its move begins here. */
  who() {
    return {unit: this.asked(), ...this.ins ? {begins: true} : {}};
  }

  /** The allowance that was said of the unit, or of one of its like. */
  allowance() {
    return this.allowances.get(this.key()) ?? this.allowances.get(this.like());
  }

  /** What units of one kind in one formation have in common. */
  like() {
    const {side, kind, class: moves, formation} = this.unit;
    return ["like", side, kind, moves, formation].join("|");
  }

  key() {
    return this.unit.drawn ? this.unit.piece : this.unit.id || this.unit.name;
  }

  async reach() {
    const signal = this.begin(), from = this.unit.hex;
    try {
      this.told = await this.desk.position.unit(this.unit);
    } catch (error) {
      return this.desk.panel.trouble(error);
    }
    if (signal.aborted) return;
    const method = this.march && this.ins ? "roadmarch.reach" : "move.reach";
    const trial = this.allowance(), within = (mp) => (this.ins ? {} : {allowance: mp});
    this.unknown = false;
    let asked = {...this.who(), from, ...trial === undefined ? {} : within(trial)};
    let answer = await this.ask(method, asked, signal);
    if (trial === undefined) this.unknown = Boolean(answer && this.unrated(answer));
    if (this.unknown && trial === undefined) {
      asked = {...this.who(), from, ...within(TRIAL)};
      answer = await this.ask(method, asked, signal);
    }
    if (!answer) return;
    if (this.unknown) {
      const many = Object.keys(answer.hexes ?? {}).length;
      answer = undecided(answer, `${this.unit.name} reaches ${many} ${many === 1 ? "hex" : "hexes"} `
        + `within ${TRIAL} MP; its allowance is not known`);
    }
    const hexes = answer.hexes ?? {}, checked = answer.by_check ?? {};
    this.mark("reach", 20, reach(hexes, checked));
    this.mark("reach numbers", 60, reachNumbers(hexes, checked));
    this.costs = hexes;
    this.checked = checked;
    this.desk.panel.show(this.card(), this.receipt(answer, [method, asked], "Reach"),
      Object.keys(hexes).length > 1 ? this.legend() : null, this.ratings());
    speak(answer.summary);
  }

  /** A counter of which nobody can tell yet how it moves: why, and what would tell it. */
  explained(error) {
    const why = unmoved(error, this.unit);
    if (!why) return false;
    const choose = ({label, say}) => make("button", {type: "button", click: () => {
      this.saidOf.set(this.key(), say);
      this.reach();
    }}, label);
    this.unmark();
    this.costs = null;
    this.desk.panel.show(this.card(), make("section", {class: "receipt unmoved"},
      make("p", {class: "gist"}, why.text), why.more ? note(why.more) : null,
      make("div", {class: "actions"}, why.choices.map(choose))), this.ratings());
    speak(why.text);
    return true;
  }

  unrated(answer) {
    return answer.verdict === "undetermined" && lacksAllowance(answer.needs);
  }

  /** The way to a hex, by the stops before it. */
  async way(hex, more) {
    const signal = this.begin();
    const stops = more ? [...this.stops, hex.number] : [...this.stops.slice(0, -1), hex.number];
    if (!more && this.stops.length < 2) stops.splice(0, stops.length, hex.number);
    this.stops = stops;
    const march = this.march && this.ins;
    if (march) stops.splice(0, stops.length, hex.number);
    const asked = march
      ? ["roadmarch.reach", {...this.who(), from: this.unit.hex, to: hex.number}]
      : stops.length === 1
      ? ["move.best", {...this.who(), from: this.unit.hex, to: stops[0]}]
      : ["move.check", {...this.who(), path: await this.joined(stops, signal)}];
    if (signal.aborted) return;
    let answer = await this.ask(asked[0], asked[1], signal);
    if (!answer) return;
    if (this.unknown && answer.verdict === "legal") {
      const cost = answer.total === undefined ? "" : ` costs ${halves(answer.total)} MP`;
      answer = undecided(answer, `the way to ${hex.number}${cost}; whether ${this.unit.name} may go it: `
        + "its allowance is not known");
    }
    this.draw(answer, stops, asked[1].path);
    const {unit} = this;
    const there = make("button", {click: () => tryMove(this.desk.position, unit, hex.number)},
      `What if it stood in ${hex.number}?`);
    this.desk.panel.show(this.card(), this.receipt(answer, asked, `The way to ${hex.number}`,
      answer.verdict === "legal" && answer.path ? saving(this.desk, "Save for VASSAL (.vsav)",
        () => saveForVassal(this.desk, {counter: unit, answer}), {id: "way-vsav"}) : null),
      there, this.ratings());
    speak(answer.summary);
  }

  /** The cheapest ways from stop to stop, as one path. */
  async joined(stops, signal) {
    let from = this.unit.hex, unit = this.asked();
    const path = [from];
    for (const to of stops) {
      const asked = {...this.who(), unit: {...unit, hex: from}, from, to};
      const best = await this.ask("move.best", asked, signal);
      const steps = best?.path ?? [{hex: from}, {hex: to}];
      for (const one of steps.slice(1)) {
        const entry = {hex: one.hex, column: one.column, via: one.road ?? one.via};
        path.push(one.hex === path[path.length - 1] ? entry : entry);
      }
      const last = steps[steps.length - 1];
      unit = {...unit, column: last.column ?? unit.column};
      from = to;
    }
    return path.filter((one, i) => i === 0 || one.hex !== (path[i - 1].hex ?? path[i - 1]));
  }

  draw(answer, stops, path) {
    const told = answer.path ?? path ?? [];
    const steps = told.map((one) => (typeof one === "string" ? {hex: one} : one));
    const look = LOOKS[answer.verdict] ?? LOOKS.undetermined;
    this.unmark("reach numbers");
    this.mark("way", 70, steps.length > 1 ? way(steps, look) : null);
    const marks = stops.map((number, i) => ({number, ink: look.ink,
      text: i === stops.length - 1 ? look.sign : ""}));
    this.mark("stops", 71, rings(marks));
  }

  /** What the colours of a reach mean. */
  legend() {
    const {ins, march} = this, what = march && ins ? "hexes" : "MP";
    return make("p", {class: "legend"}, `few ${what}`, make("i", {"aria-hidden": "true"}),
      `many ${what}; hatched: only if it passes a check`);
  }

  /** The unit: what it is, its allowance, its formation. */
  card() {
    const {unit} = this, told = this.asked() ?? {};
    const said = this.saidOf.get(this.key());
    const facts = [unit.kind, said?.class ?? unit.class ?? told.class, said?.mounted && "mounted",
      unit.formation, unit.division, unit.side].filter(Boolean);
    const box = make("input", {type: "number", min: 0, max: this.ins ? 40 : 99,
      step: this.ins ? 1 : 0.5, id: "allowance",
      value: this.allowance() ?? "", placeholder: this.unknown ? "?" : "rated",
      change: (event) => {
        if (event.target.value === "") {
          this.allowances.delete(this.key());
          this.allowances.delete(this.like());
        }
        else this.allowances.set(this.key(), Number(event.target.value));
        this.again();
      }});
    const column = this.ins ? make("label", {},
      make("input", {type: "checkbox", id: "march", checked: this.march,
        change: (event) => { this.march = event.target.checked; this.again(); }}), " Road March")
      : make("label", {},
      make("input", {type: "checkbox", checked: (this.column ?? told.column) === true,
        change: (event) => { this.column = event.target.checked; this.again(); }}), " in Column");
    const here = this.desk.pieces.in(unit.hex).filter((one) => one.role === "unit");
    return make("section", {class: "unit"},
      make("h2", {}, unit.name, make("small", {}, ` in ${unit.hex}`)),
      make("p", {class: "facts"}, facts.join(" · ")),
      unit.drawn ? note(unit.drawn) : null,
      said ? make("button", {type: "button", click: () => {
        this.saidOf.delete(this.key());
        this.reach();
      }}, "Take back what was said of it") : null,
      make("div", {class: "row"},
        make("label", {for: "allowance"}, "within "), box, make("span", {}, " MP"), column),
      this.unknown ? make("div", {class: "usual"}, make("p", {class: "hint small"},
        "Its allowance stands on your counter. For this unit and its like:"),
      make("div", {class: "stack", role: "group", "aria-label": "Its allowance"},
        USUAL.map((mp) => make("button", {type: "button", click: () => {
          this.allowances.set(this.key(), mp);
          this.allowances.set(this.like(), mp);
          this.again();
        }}, `${mp} MP`)))) : null,
      here.length > 1 ? make("div", {class: "stack", role: "group", "aria-label": "Also here"},
        here.map((one) => make("button", {"aria-pressed": String(one.piece === unit.piece),
          click: () => this.take(one)}, one.name))) : null);
  }

  /** What stands on its counter, to be said once. */
  ratings() {
    if (this.unit.drawn) return null;
    return make("div", {}, ratings(this.desk, this.unit, this.unknown, () => {
      this.allowances.delete(this.key());
      this.allowances.delete(this.like());
      this.again();
    }), pasted(this.desk, () => this.desk.position.handles.clear()));
  }

  /** What the pointer's hex costs. */
  over(hex) {
    const cost = this.costs?.[hex.number], byCheck = this.checked[hex.number];
    if (this.unit && byCheck !== undefined) {
      return `${halves(byCheck)} MP for ${this.unit.name}, if it passes a check by the way`;
    }
    if (!this.unit || cost === undefined) return "";
    return this.march && this.ins ? `${cost} hexes for ${this.unit.name}`
      : `${halves(cost)} MP for ${this.unit.name}`;
  }

  async again() {
    if (!this.unit) return;
    const now = this.desk.position.counters.find((one) => one.piece === this.unit.piece);
    if (!now?.hex) return this.clear();
    this.unit = now;
    const stops = this.stops;
    await this.reach();
    if (stops.length) {
      this.stops = stops.slice(0, -1);
      const last = this.desk.lattice.find(stops[stops.length - 1]);
      if (last) await this.way(last, stops.length > 1);
    }
  }

  back() {
    if (this.stops.length) {
      this.stops = [];
      this.unmark("way", "stops");
      this.reach();
      return true;
    }
    const had = Boolean(this.unit);
    this.clear();
    this.desk.panel.show(...this.hint());
    return had;
  }

  clear() {
    super.clear();
    this.unit = this.costs = null;
    this.checked = {};
    this.stops = [];
    this.desk.pieces.selected = "";
    this.desk.view.draw();
  }
}

// Moving: what a unit can reach, and the way to a hex.

import {make, speak} from "../elements.js";
import {saveForVassal, saving} from "../files.js";
import {gist} from "../receipt.js";
import {INK, halves, reach, reachNumbers, rings, way} from "../paint.js";
import {pasted} from "../pasted.js";
import {lacksAllowance, ratings} from "../ratings.js";
import {ANY, USUAL, WIDE, mounted, reached, way as cases} from "./cases.js";
import {Tool, note} from "./tool.js";
import {unmoved} from "./unmoved.js";
import {tryMove} from "./whatif.js";

/** How a way is drawn, by whether the unit may go it. */
const LOOKS = {
  legal: {ink: INK.way, dash: [], sign: ""},
  illegal: {ink: INK.blocked, dash: [16, 12], sign: "✕"},
  undetermined: {ink: INK.open, dash: [2, 12], sign: "?"},
};

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
    /** Whether it moves mounted on its transport alone, and nobody said that it is. */
    this.carried = false;
    /** What it reaches by a check alone. @type {Record<string, number>} */
    this.checked = {};
    /** What it reaches at best. @type {Record<string, number>} */
    this.perhaps = {};
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

  get spots() {
    return this.stops;
  }

  async revisit(hexes) {
    for (const [i, one] of hexes.entries()) await this.way(one, i > 0);
  }

  /** Take a unit up. @param {any} counter @param {number} [rated] the allowance said of it before */
  async take(counter, rated) {
    this.unit = counter;
    if (rated !== undefined) this.rate(rated);
    this.stops = [];
    this.column = null;
    this.unknown = this.carried = false;
    this.unmark("way", "stops");
    this.desk.pieces.selected = counter.piece;
    this.desk.view.draw();
    this.desk.dispatchEvent(new Event("taken"));
    await this.reach();
  }

  /** The unit as questions take it. @param {number} [trial] its allowance where nobody knows it */
  asked(trial) {
    const ma = this.march && this.ins ? undefined : this.allowance() ?? trial;
    return {...this.told, ...ma === undefined ? {} : {ma}, ...this.carried ? {mounted: true} : {},
      ...this.saidOf.get(this.key()), ...this.column === null ? {} : {column: this.column}};
  }

  /** The unit in a question, and that its move begins here. @param {number} [trial] */
  who(trial) {
    return {unit: this.asked(trial), ...this.ins ? {begins: true} : {}};
  }

  /** The allowance that was said of the unit, or of one of its like. */
  allowance() {
    return this.allowances.get(this.key()) ?? this.allowances.get(this.like());
  }

  /** Say the allowance of the unit and its like. @param {number} mp */
  rate(mp) {
    this.allowances.set(this.key(), mp);
    this.allowances.set(this.like(), mp);
  }

  /** What units of one kind in one formation have in common. */
  like() {
    const {side, kind, class: moves, formation} = this.unit;
    return ["like", side, kind, moves, formation].join("|");
  }

  key() {
    return this.unit.drawn ? this.unit.piece : this.unit.id || this.unit.name;
  }

  /** @param {boolean} [shown] whether the panel tells it, or a way that is asked next */
  async reach(shown = true) {
    const signal = this.begin(), from = this.unit.hex;
    try {
      this.told = await this.desk.position.unit(this.unit);
    } catch (error) {
      return this.desk.panel.trouble(error);
    }
    if (signal.aborted) return;
    const method = this.march && this.ins ? "roadmarch.reach" : "move.reach";
    const {unit} = this, rated = this.allowance();
    // An allowance is the unit's own (It Never Snows), or that of the question.
    const within = (mp) => ({...this.who(this.ins ? mp : undefined), from,
      ...mp === undefined || this.ins ? {} : {allowance: mp}});
    this.unknown = this.carried = false;
    let asked = within(rated), answer = await this.ask(method, asked, signal);
    if (!answer && this.carried && !signal.aborted) {
      asked = within(rated);
      answer = await this.ask(method, asked, signal);
    }
    if (rated === undefined && answer && this.unrated(answer)) {
      this.unknown = true;
      asked = within(WIDE);
      answer = await this.ask(method, asked, signal);
    }
    if (!answer) return;
    if (this.unknown && answer.hexes) answer = reached(answer, unit.name, this.carried);
    else if (this.carried) answer = mounted(answer, unit.name);
    const hexes = answer.hexes ?? {};
    this.checked = answer.by_check ?? {};
    this.perhaps = Object.fromEntries(Object.entries(answer.perhaps ?? {})
      .filter(([number]) => !(number in hexes)));
    const doubtful = {...this.perhaps, ...this.checked};
    this.mark("reach", 20, reach(hexes, doubtful));
    this.mark("reach numbers", 60, reachNumbers(hexes, doubtful));
    this.costs = hexes;
    if (!shown) return;
    this.desk.panel.show(this.card(), this.receipt(answer, [method, asked], "Reach"),
      Object.keys({...hexes, ...doubtful}).length > 1 ? this.legend() : null, this.ratings());
    speak(answer.summary);
  }

  /** A counter of which nobody can tell yet how it moves: why, and what would tell it. */
  explained(error) {
    const why = unmoved(error, this.unit);
    if (!why) return false;
    if (why.mounted && !this.carried) {
      this.carried = true;  // what it reaches mounted is told
      return true;
    }
    const choose = ({label, say}) => make("button", {type: "button", click: () => {
      this.saidOf.set(this.key(), say);
      this.reach();
    }}, label);
    this.unmark();
    this.costs = null;
    this.desk.panel.show(this.card(), make("section", {class: `receipt unmoved ${why.verdict ?? ""}`},
      gist(why.verdict, why.text), why.more ? note(why.more) : null,
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
    const trial = this.unknown && this.ins ? ANY : undefined;
    if (march) stops.splice(0, stops.length, hex.number);
    const asked = march
      ? ["roadmarch.reach", {...this.who(), from: this.unit.hex, to: hex.number}]
      : stops.length === 1
      ? ["move.best", {...this.who(trial), from: this.unit.hex, to: stops[0]}]
      : ["move.check", {...this.who(trial), path: await this.joined(stops, signal)}];
    if (signal.aborted) return;
    let answer = await this.ask(asked[0], asked[1], signal);
    if (!answer) return;
    if (this.unknown) answer = cases(answer, hex.number, this.ins);
    if (this.carried) answer = mounted(answer, this.unit.name);
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
    const {ins, march, checked, perhaps} = this, what = march && ins ? "hexes" : "MP";
    const hatched = [Object.keys(perhaps).length && "at best alone",
      Object.keys(checked).length && "only if it passes a check"].filter(Boolean).join(", or ");
    return make("p", {class: "legend"}, `few ${what}`, make("i", {"aria-hidden": "true"}),
      `many ${what}${hatched ? `; hatched, with ?: ${hatched}` : ""}`);
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
      this.carried ? make("div", {class: "stack"}, make("button", {type: "button",
        click: () => this.ofUnit("mounted", true)}, "Mount it")) : null,
      this.unknown ? make("div", {class: "usual"}, make("p", {class: "hint small"},
        "Its allowance stands on your counter. For this unit and its like:"),
      make("div", {class: "stack", role: "group", "aria-label": "Its allowance"},
        USUAL.map((mp) => make("button", {type: "button", click: () => {
          this.rate(mp);
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
    if (this.unit && this.perhaps[hex.number] !== undefined) {
      return `${halves(this.perhaps[hex.number])} MP for ${this.unit.name} at best`;
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
    // What is typed while two answers come would be lost where both were shown.
    const stops = this.stops, reached = this.reach(!stops.length), asking = this.asking;
    await reached;
    // Who asked anew meanwhile has begun a reach of his own, which finds out what is unknown.
    if (stops.length && this.asking === asking) {
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
    this.checked = this.perhaps = {};
    this.stops = [];
    this.desk.pieces.selected = "";
    this.desk.view.draw();
  }
}

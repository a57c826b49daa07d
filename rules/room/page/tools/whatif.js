// What if: counters moved, bridges blown or mended, and taken back. The file is never touched.

import {make, speak} from "../elements.js";
import {INK, rings, way} from "../paint.js";
import {same} from "../position.js";
import {compared, comparison} from "./compare.js";
import {Tool, note} from "./tool.js";

/** Move a counter. @param {any} position @param {any} counter @param {string} hex */
export function tryMove(position, counter, hex) {
  position.attempt(moved(counter, hex));
}

/** A counter that is moved, to be tried out. @param {any} counter @param {string} hex */
export function moved(counter, hex) {
  const at = (one) => (one.piece === counter.piece ? {...one, hex} : one);
  const stood = {...counter};
  return {
    move: {counter: stood, hex},
    text: `${counter.name} ${counter.hex ?? "to be placed"} → ${hex}`,
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
  };
}

/** Change a bridge. @param {any} position @param {any} bridge @param {string} word
 * @param {any} value */
export function tryBridge(position, bridge, word, value) {
  position.attempt(bridged(bridge, word, value));
}

/** A bridge that is changed, to be tried out. @param {any} bridge @param {string} word
 * @param {any} value */
export function bridged({name, hexside}, word, value) {
  return {
    bridge: {bridge: {name, hexside}, word, value},
    text: `${name || hexside}: ${word}`,
    state: (state) => ({...state, bridges: {...state.bridges, [hexside]: value}}),
  };
}

/** Units of one place that are listed by their formations beyond this. */
const MANY = 60;

/** Things by a text of theirs. @param {any[]} many @param {(one: any) => string} by */
function grouped(many, by) {
  const found = new Map();
  for (const one of many) found.set(by(one), [...(found.get(by(one)) ?? []), one]);
  return found;
}

/** What differs, on the map: from where it stands in one to where in the other. */
function apart(rows) {
  const moved = rows.filter(({hexes: [one, other]}) => one && other && one !== other);
  const ends = rings(rows.flatMap(({hexes}) => [...new Set(hexes)].filter(Boolean)
    .map((number) => ({number, ink: INK.open, text: "≠"}))));
  return (ctx, look) => {
    for (const {hexes} of moved) way(hexes.map((hex) => ({hex})), {ink: INK.open, dash: [10, 8],
      numbers: false})(ctx, look);
    ends(ctx, look);
  };
}

/** What a state is called on a button, where that is another word. */
const CALLED = {destroyed: "blown", stands: "intact", unchecked: "not checked yet"};

export class WhatIf extends Tool {
  static id = "whatif";
  static key = "w";
  static label = "What if";
  static asks = "hex.describe";

  hint() {
    return this.all(note("Click a counter, then where it shall stand. Click a hex at a bridge to "
      + "blow or mend it. Every answer then takes it as it stands here; the file stays as it is."));
  }

  all(...nodes) {
    const {desk} = this, {position} = desk, {tried, branches} = position;
    const named = branches.all.map(({name, tried: many}, i) => make("button", {type: "button",
      "aria-pressed": String(i === branches.at), click: () => this.look(i)},
    `Branch ${name} (${many.length})`));
    const others = [["filed", "the file as it is"], ...branches.all.map(({name}, i) =>
      [String(i), `branch ${name}`]).filter((_, i) => i !== branches.at)];
    const against = make("select", {id: "against"}, others.map(([value, text]) =>
      make("option", {value, selected: value === this.against}, text)));
    return [make("h2", {}, "What if"), make("section", {class: "receipt"},
      make("div", {class: "stack", role: "group", "aria-label": "Branches"}, named,
        make("button", {click: () => this.branch()}, "Begin a branch")),
      make("h3", {}, tried.length ? "Tried out" : "Nothing is tried out"),
      make("ol", {}, tried.map(({text}) => make("li", {}, text))),
      make("div", {class: "actions"},
        make("button", {disabled: !tried.length, click: () => this.undo()}, "Undo (u)"),
        make("button", {disabled: !tried.length, click: () => this.undo(true)}, "Undo all")),
      make("div", {class: "row"}, make("label", {for: "against"}, "Compare with "), against,
        make("button", {click: () => this.compare(against.value)}, "Compare"))), ...nodes,
    this.unplaced()];
  }

  /** Units that their owner has yet to place, by where the set-up lets them stand. */
  unplaced() {
    const {position} = this.desk;
    // What a file has in a box beside the map is out of play, or not yet in it.
    if (["log", "save"].includes(position.tape?.source.kind)) return null;
    const waiting = position.counters.filter((one) => one.role === "unit" && !one.hex
      && one.place);
    if (!waiting.length) return null;
    const places = grouped(waiting, (one) => one.place);
    const none = !position.counters.some((one) => one.role === "unit" && one.hex);
    return make("details", {class: "unplaced", open: none},
      none ? note(`${position.tape.notes[0]}.`) : null,
      make("summary", {}, `Still to be placed: ${waiting.length}`),
      [...places].flatMap(([place, many]) => [make("h3", {}, place), ...this.ofFormations(place,
        many)]));
  }

  /** Buttons for the units of a place; where many are its, by their formations.
   * @param {string} place @param {any[]} many */
  ofFormations(place, many) {
    const buttons = (named, some) => make("div", {class: "stack", role: "group",
      "aria-label": named}, some.map((one) => make("button", {type: "button",
      click: () => this.place(one)}, one.name)));
    if (many.length <= MANY) return [buttons(place, many)];
    return [...grouped(many, (one) => [one.division, one.formation].filter(Boolean).join(", "))]
      .map(([named, some]) => make("details", {}, make("summary", {}, `${named}: ${some.length}`),
        buttons(named, some)));
  }

  /** Take a unit that is to be placed. @param {any} counter */
  place(counter) {
    this.taken = counter;
    this.desk.panel.show(...this.all(make("p", {class: "gist"}, `${counter.name}: click where it `
      + `shall stand (${counter.place}).`)));
    speak(`${counter.name} taken: ${counter.place}`);
    this.desk.view.element.focus();
  }

  branch() {
    this.desk.position.branch();
    this.desk.news(`Branch ${this.desk.position.branches.all.at(-1).name} begins here.`);
    this.begun();
  }

  /** Look at a branch. @param {number} at */
  look(at) {
    this.drop();
    this.desk.position.take(at);
    this.begun();
  }

  /** This branch beside another, or beside the file. @param {string} against */
  async compare(against) {
    const {desk} = this, {position} = desk, {at, all} = position.branches, signal = this.begin();
    this.against = against;
    const other = against === "filed" ? {name: "the file", tried: []}
      : {...all[Number(against)], name: `branch ${all[Number(against)].name}`};
    const two = [other, {...all[at], name: `branch ${all[at].name}`}];
    try {
      const sides = await Promise.all(two.map(async ({name, tried}) =>
        ({name, state: await position.with(tried)})));
      const kept = desk.kept.filter(({params, state}) => state && params.map === position.map);
      const questions = await Promise.all(kept.map(async ({method, params, state}) =>
        ({label: [method, params.unit?.name].filter(Boolean).join(" "), question: [method, params], state: await state})));
      if (desk.asked && !questions.length) {
        questions.push({...desk.asked, state: await desk.asked.state});
      }
      const found = await compared(position, sides, questions, signal);
      if (signal.aborted) return;
      this.mark("compared", 72, apart(found.rows));
      desk.panel.show(...this.all(comparison(sides.map(({name}) => name), found),
        note(questions.length ? "Answers: those you kept, or else the last one."
          : "Keep an answer, and it is asked of both.")));
      speak(`${found.rows.length} differences`);
    } catch (error) {
      if (!signal.aborted) desk.panel.trouble(error);
    }
  }

  undo(all = false) {
    const {position} = this.desk;
    do position.undo(); while (all && position.tried.length);
    this.begun();
  }

  get spots() {
    return this.looked ? [this.looked] : [];
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
    this.looked = hex.number;
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
    const name = one.name || `bridge ${one.hexside}`, ins = this.desk.lattice.name === "ins";
    if (!one.states.length) return note(`${name}: it cannot be blown, wired or mended.`);
    return make("div", {class: "row", role: "group", "aria-label": name}, make("span", {}, name),
      one.states.map((state) => make("button", {click: () => {
        this.drop();
        tryBridge(this.desk.position, one, CALLED[state] ?? state,
          ins ? {is: state} : {state: [state]});
        this.begun();
      }}, CALLED[state] ?? state)));
  }

  again() {
    if (this.desk.tool === this && !this.taken) this.begun();
  }

  drop() {
    this.taken = null;
    this.looked = "";
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

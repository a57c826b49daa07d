// The position questions are about: a moment of a tape, with what was said about it and what was
// tried out. The room keeps it under a handle, so that a question carries no more than that.

import {Fault} from "./rpc.js";

/** Sets a value at a path of names in a copy. @param {any} whole @param {string[]} path */
function set(whole, [name, ...rest], value) {
  const copy = Array.isArray(whole) ? [...whole] : {...whole};
  if (rest.length) copy[name] = set(copy[name] ?? {}, rest, value);
  else if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}

export class Position extends EventTarget {
  /** @param {import("./rpc.js").Room} room */
  constructor(room) {
    super();
    this.room = room;
    this.tape = null;
    this.step = 0;
    /** What a save cannot say and somebody has, by path. @type {Map<string, any>} */
    this.said = new Map();
    /** What is tried out, by step: branches, and which of them is looked at.
     * @type {Map<number, {at: number, all: {name: string, tried: any[]}[]}>} */
    this.whatifs = new Map();
    /** What the file says was done, in order. @type {string[]} */
    this.filed = [];
    /** What was done in files before this one of the same game, and in its moments. */
    this.before = [];
    this.handles = new Map();
    for (const name of ["back", "renewed"]) {
      room.addEventListener(name, () => this.handles.clear());
    }
  }

  /** @param {any} tape */
  open(tape) {
    const goesOn = sameGame(this.tape, tape);
    if (!goesOn) this.said = new Map();
    else if (this.tape.turn !== tape.turn) {
      for (const path of [...this.said.keys()]) if (path.startsWith("turn.")) this.said.delete(path);
    }
    this.before = goesOn ? this.written(Infinity) : [];
    this.filed = tape.done?.length ? [...tape.done] : goesOn ? this.filed : [];
    this.tape = tape;
    this.frames = [tape.counters];
    this.states = new Map([[0, Promise.resolve({state: tape.first, notes: tape.notes ?? []})]]);
    this.whatifs.clear();
    this.step = 0;
    this.changed();
  }

  /** A live game has gone on. Who looks at its last moment, and tries nothing out there, goes along.
   * @param {any[]} moments what follows those that are here
   * @param {{findings: any[], accepts: string}} judged what is open, and what accepts it */
  grow(moments, {findings, accepts}) {
    const along = this.step === this.steps - 1 && !this.tried.length, {turn} = this.moment;
    if (along && moments.some((one) => one.turn !== turn)) {
      for (const path of [...this.said.keys()]) if (path.startsWith("turn.")) this.said.delete(path);
    }
    this.tape.moments.push(...moments);
    Object.assign(this.tape, {findings, accepts});
    this.dispatchEvent(new Event("grown"));
    if (along) this.go(this.steps - 1);
    return along;
  }

  get map() {
    return this.tape?.map;
  }

  get steps() {
    return this.tape?.moments.length ?? 0;
  }

  get moment() {
    return this.tape.moments[this.step];
  }

  /** The counters of the moment, as the file has them. */
  get frame() {
    while (this.frames.length <= this.step) {
      const last = this.frames[this.frames.length - 1];
      this.frames.push(follow(last, this.tape.moments[this.frames.length]));
    }
    return this.frames[this.step];
  }

  /** @param {number} step */
  go(step) {
    const next = Math.max(0, Math.min(this.steps - 1, step));
    if (next === this.step) return;
    this.step = next;
    this.changed();
  }

  /** Say something of the position; undefined takes it back. @param {string} path */
  say(path, value) {
    if (value === undefined) this.said.delete(path);
    else this.said.set(path, value);
    this.changed();
  }

  /** The branches of this moment, what was tried out in each. */
  get branches() {
    if (!this.whatifs.has(this.step)) {
      this.whatifs.set(this.step, {at: 0, all: [{name: "A", tried: []}]});
    }
    return this.whatifs.get(this.step);
  }

  /** What is tried out in the branch that is looked at. */
  get tried() {
    const {at, all} = this.branches;
    return all[at].tried;
  }

  /** Begin a branch with what is tried out here. */
  branch() {
    const {branches} = this;
    const name = String.fromCharCode(65 + branches.all.length % 26);
    branches.at = branches.all.push({name, tried: [...this.tried]}) - 1;
    this.changed();
  }

  /** Look at a branch. @param {number} at */
  take(at) {
    this.branches.at = at;
    this.changed();
  }

  /** Try something out: a change of the counters, of the state, or of both.
   * @param {{text: string, counters?: (many: any[]) => any[], state?: (one: any) => any}} one */
  attempt(one) {
    this.tried.push(one);
    this.changed();
  }

  /** What was done up to here, in the branches that are looked at. */
  get deeds() {
    return this.written(this.step);
  }

  /** What was done in the moments up to a step. @param {number} step */
  written(step) {
    const moments = [...this.whatifs].filter(([at]) => at <= step).sort(([a], [b]) => a - b);
    const tried = moments.flatMap(([, {at, all}]) => all[at].tried);
    return [...this.before, ...tried.filter((one) => one.done)];
  }

  /** What was done, a line each. */
  get done() {
    return [...this.filed, ...this.deeds.map((one) => one.done)];
  }

  /** Write down what was done: it is undone, branched and kept with the position like what is
   * tried out. @param {string} done @param {(one: any) => any} [state] what it changes */
  write(done, state) {
    const one = {text: done, done, state};
    if (state) this.attempt(one);
    else this.tried.push(one);
  }

  /** Strike a line of what was done, the last of its words; those of the file, too.
   * @param {string} [line] else the last */
  strike(line = this.done.at(-1)) {
    const within = (many) => many.findLastIndex((one) => (one.done ?? one) === line);
    for (const many of [this.tried, ...[...this.whatifs].filter(([step]) => step < this.step)
      .map(([, {at, all}]) => all[at].tried), this.before, this.filed]) {
      const at = within(many);
      if (at >= 0) {
        many.splice(at, 1);
        this.changed();
        return;
      }
    }
  }

  undo() {
    const last = this.tried.pop();
    if (last) this.changed();
    return last;
  }

  changed() {
    this.shown = null;
    this.told = null;
    this.dispatchEvent(new Event("change"));
  }

  /** The counters, with what is tried out. */
  get counters() {
    if (!this.shown) {
      this.shown = this.tried.reduce((many, {counters}) => counters?.(many) ?? many, this.frame);
    }
    return this.shown;
  }

  /** What the file, or the scenario, says of the moment. @returns {Promise<any>} */
  asFiled() {
    const {step} = this;
    if (!this.states.has(step)) {
      const query = new URLSearchParams({digest: this.tape.source.digest, step: String(step)});
      const told = this.room.json(`/state?${query}`);
      this.states.set(step, told);
      told.catch(() => this.states.delete(step));
    }
    return this.states.get(step);
  }

  /** The position as questions take it, with what is said of it and tried out. */
  state() {
    this.told ??= this.with(this.tried);
    return this.told;
  }

  /** The position as it would be with this tried out. @param {any[]} tried */
  async with(tried) {
    let {state} = await this.asFiled();
    for (const [path, value] of this.said) state = set(state, path.split("."), value);
    const earlier = this.deeds.filter((one) => !this.tried.includes(one));
    return [...earlier, ...tried].reduce((one, {state: apply}) => apply?.(one) ?? one, state);
  }

  /** The handle of the position, or of another. @param {any} [other] */
  async handle(other) {
    const state = other ?? await this.state(), {map} = this;
    const text = JSON.stringify([map, state]);
    if (!this.handles.has(text)) {
      const opening = this.room.ask("state.open", {map, state}).then((told) => told.state);
      this.handles.set(text, opening);
      opening.catch(() => this.handles.delete(text));
      if (this.handles.size > 32) this.handles.delete(this.handles.keys().next().value);
    }
    return this.handles.get(text);
  }

  /** Ask a question about the position. @param {string} method @param {object} params
   * @param {AbortSignal} [signal] @param {any} [other] another position */
  async ask(method, params, signal, other) {
    for (let again = false; ; again = true) {
      const state = await this.handle(other);
      try {
        return await this.room.ask(method, {map: this.map, ...params, state}, signal);
      } catch (error) {
        // The room keeps some positions only: this one has been put away, or the room is a new one.
        if (again || !(error instanceof Fault) || error.where !== "params:state") throw error;
        this.handles.clear();
      }
    }
  }

  /** Ask a method many things about the position at once; null where there is no answer.
   * @param {string} method @param {object[]} many */
  async many(method, many) {
    const state = await this.handle();
    return this.room.many(method, many.map((params) => ({map: this.map, ...params, state})));
  }

  /** A sentence with counters by their names, not their ids. @param {string} text */
  named(text) {
    const names = new Map(this.counters.map((one) => [one.id, one.name]));
    return text.replace(/[a-z0-9]+(?:-[a-z0-9]+)+/g, (id) => names.get(id) ?? id);
  }

  /** What the state says of a counter, to ask about it. @param {any} counter */
  async unit(counter) {
    const {units} = await this.state();
    return units?.find((one) => same(one, counter)) ?? {id: counter.id || undefined,
      name: counter.drawn ? undefined : counter.name, side: counter.side, hex: counter.hex};
  }
}

/** Whether a file goes on with the game of another: VASSAL has saved it again. */
function sameGame(one, other) {
  const [here, there] = [one, other].map((tape) => ["log", "save"].includes(tape?.source.kind)
    && [tape.map, tape.module, tape.scenario].join());
  return Boolean(here) && here === there;
}

/** Whether a unit of a state is a counter. @param {any} unit @param {any} counter */
export function same(unit, counter) {
  const named = counter.drawn ? !unit.id && !unit.name && unit.side === counter.side
    : unit.id ? unit.id === counter.id : unit.name === counter.name;
  return named && (unit.hex ?? "") === (counter.hex ?? "");
}

/** The counters after a moment. @param {any[]} counters @param {any} moment */
function follow(counters, moment) {
  if (!moment?.changed && !moment?.gone) return counters;
  const found = new Map(counters.map((one) => [one.piece, one]));
  for (const one of moment.changed ?? []) found.set(one.piece, one);
  for (const piece of moment.gone ?? []) found.delete(piece);
  return [...found.values()];
}

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
    /** What is tried out. @type {{text: string, apply: (one: any) => any}[]} */
    this.tried = [];
    this.handles = new Map();
    room.addEventListener("back", () => this.handles.clear());
  }

  /** @param {any} tape */
  open(tape) {
    this.tape = tape;
    this.frames = [{state: tape.first, counters: tape.counters}];
    this.tried = [];
    this.step = 0;
    this.changed();
  }

  get map() {
    return this.tape?.map;
  }

  get steps() {
    return this.tape?.moments.length ?? 0;
  }

  /** The moment as the file has it. */
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
    this.tried = [];
    this.changed();
  }

  /** Say something of the position; undefined takes it back. @param {string} path */
  say(path, value) {
    if (value === undefined) this.said.delete(path);
    else this.said.set(path, value);
    this.changed();
  }

  /** Try something out. @param {string} text @param {(one: any) => any} apply */
  attempt(text, apply) {
    this.tried.push({text, apply});
    this.changed();
  }

  undo() {
    const last = this.tried.pop();
    if (last) this.changed();
    return last;
  }

  changed() {
    this.made = null;
    this.dispatchEvent(new Event("change"));
  }

  /** The position: state for questions, counters for the map. */
  get now() {
    if (!this.made) {
      let made = this.frame;
      for (const [path, value] of this.said) {
        made = {...made, state: set(made.state, path.split("."), value)};
      }
      for (const one of this.tried) made = one.apply(made);
      this.made = made;
    }
    return this.made;
  }

  /** The handle of the position. */
  async handle() {
    const {state} = this.now, map = this.map;
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
   * @param {AbortSignal} [signal] */
  async ask(method, params, signal) {
    for (let again = false; ; again = true) {
      const state = await this.handle();
      try {
        return await this.room.ask(method, {map: this.map, ...params, state}, signal);
      } catch (error) {
        // The room keeps some positions only: this one has been put away, or the room is a new one.
        if (again || !(error instanceof Fault) || error.where !== "params:state") throw error;
        this.handles.clear();
      }
    }
  }

  /** What the state says of a counter, to ask about it. @param {any} counter */
  unit(counter) {
    const units = this.now.state.units ?? [];
    const same = (one) => (one.id ?? one.name) === (counter.id || counter.name)
      && (one.hex ?? "") === (counter.hex ?? "");
    return units.find(same) ?? {id: counter.id || undefined, name: counter.name,
      side: counter.side, hex: counter.hex};
  }
}

/** The moment after another: what the tape says has changed. @param {any} frame @param {any} told */
function follow(frame, told) {
  if (!told) return frame;
  const counters = new Map(frame.counters.map((one) => [one.piece, one]));
  for (const one of told.counters ?? []) {
    if (one.gone) counters.delete(one.piece);
    else counters.set(one.piece, one);
  }
  return {
    state: told.state ? patch(frame.state, told.state) : frame.state,
    counters: told.counters ? [...counters.values()] : frame.counters,
  };
}

/** A state with some of its parts new; null takes a part away. */
function patch(state, parts) {
  const made = {...state};
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) delete made[name];
    else made[name] = value;
  }
  return made;
}

// What was tried out, kept in this browser until it is undone: a reload takes nothing away.

import {Kept} from "./kept.js";
import {bridged, moved} from "./tools/whatif.js";

/** Ms after which what is tried out is kept. */
const SOON = 300;

/** What was tried out again, of what is kept of it. @param {any} one */
function again({text, done, move, bridge, state}) {
  if (move) return moved(move.counter, move.hex);
  if (bridge) return bridged(bridge.bridge, bridge.word, bridge.value);
  return {text, done, state: state && ((before) => ({...before, ...state}))};
}

export class Branches {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.kept = new Kept();
  }

  /** Under what a position's branches are kept; "" where it has no name of its own. */
  get key() {
    const {map, tape} = this.desk.position, {kind, name, digest} = tape.source;
    return name || digest ? JSON.stringify([map, kind, name, digest]) : "";
  }

  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.keep().catch(() => {}), SOON);
  }

  /** Keep what is tried out; nothing where nothing is. */
  async keep() {
    const {key} = this, {position} = this.desk;
    if (!key || key !== this.ready) return;
    const said = [...position.said], moments = [];
    for (const [step, {at, all}] of position.whatifs) {
      if (!all.some(({tried}) => tried.length)) continue;
      const written = await Promise.all(all.map(async ({name, tried}) =>
        ({name, tried: await this.written(tried)})));
      moments.push([step, {at, all: written}]);
    }
    const text = JSON.stringify({said, moments});
    if (key !== this.key || text === this.last) return;
    this.last = text;
    await this.kept.branch(key, said.length || moments.length ? text : null);
  }

  /** What is tried out as data: what a change of the state did, by its parts.
   * @param {any[]} tried */
  async written(tried) {
    let {state} = await this.desk.position.asFiled();
    return tried.map(({text, done, move, bridge, state: apply}) => {
      const after = apply?.(state) ?? state;
      const changed = Object.fromEntries(Object.entries(after).filter(([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(state[name])));
      state = after;
      return {text, done, move, bridge,
        state: !move && !bridge && apply ? changed : undefined};
    });
  }

  /** Try out again what was kept of the position. */
  async restore() {
    const {key} = this, {position} = this.desk;
    const text = key ? await this.kept.branchOf(key) : null;
    if (key !== this.key) return;
    this.last = text ?? undefined;
    // From now on what is tried out here takes the place of what was kept.
    this.ready = key;
    if (!text) return;
    const {said, moments} = JSON.parse(text);
    position.said = new Map(said);
    for (const [step, {at, all}] of moments) {
      position.whatifs.set(step, {at, all: all.map(({name, tried}) =>
        ({name, tried: tried.map(again)}))});
    }
    position.changed();
  }
}

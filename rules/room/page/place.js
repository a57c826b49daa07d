// The address as the position: what is shown, which step, tool, unit and part of the map. A reload,
// Back and a bookmark bring it again; what was tried out is kept in the browser beside it.

import {Branches} from "./branches.js";

/** Letters of a question of an address. */
export const MOST_WORDS = 1000;
/** Hexes of an address that are clicked again. */
const MOST_HEXES = 40;
/** Ms after which a change goes into the address: nobody bookmarks in the middle of a drag. */
const SOON = 250;
/** The parts of the address that say where one is: step, tool, unit, the allowance said of it, the
 * hexes clicked, layers, finding, question, view. */
export const PARTS = ["n", "o", "u", "m", "h", "l", "k", "q", "v"];

export class Place {
  /** @param {import("./desk.js").Desk} desk @param {import("./words.js").Words} words */
  constructor(desk, words) {
    this.desk = desk;
    this.words = words;
    this.branches = new Branches(desk);
    for (const name of ["tool", "taken", "position", "picked", "layers", "finding",
      "question"]) {
      desk.addEventListener(name, () => this.soon());
    }
    desk.view.addEventListener("looked", () => this.soon());
  }

  /** Note where one is, once nothing changes for a moment. */
  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.note(), SOON);
  }

  /** Where one is, by the parts of the address; what needs no word is left out. */
  get parts() {
    const {desk, words} = this, {position, tool, view, timeline} = desk, {x, y, zoom} = view.looks;
    // Who goes along with a live game is at its last moment when he comes back, too.
    const along = position.tape.live && position.step === position.steps - 1;
    const found = {n: along ? 0 : position.step, o: tool === desk.tools[0] ? "" : tool.constructor.id,
      u: tool.unit?.piece, m: tool.unit && tool.allowance?.(), h: tool.spots.join(" "),
      l: [...desk.layers.on].join(","), k: timeline.findings.indexOf(timeline.current) + 1,
      q: words.shown,
      v: [Math.round(x), Math.round(y), zoom].join(",")};
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
  }

  /** Write where one is into the address. */
  note() {
    if (!this.desk.position.tape || this.restoring) return;
    const told = new URLSearchParams(location.hash.slice(1)), {parts} = this;
    for (const name of PARTS) {
      if (name in parts) told.set(name, String(parts[name]));
      else told.delete(name);
    }
    if (`#${told}` !== location.hash) history.replaceState(history.state, "", `#${told}`);
    this.branches.soon();
  }

  /** Go where an address says. @param {URLSearchParams} told */
  async restore(told) {
    const {desk, words} = this, {position} = desk;
    this.restoring = true;
    try {
      await this.branches.restore();
      const step = Number(told.get("n") ?? position.step);
      if (Number.isInteger(step)) position.go(step);
      const tool = told.get("o");
      if (tool) desk.take(tool);
      const unit = position.counters.find((one) => one.piece === told.get("u") && one.hex);
      if (unit && desk.tool.take) await desk.tool.take(unit, Number(told.get("m")) || undefined);
      const hexes = (told.get("h") ?? "").split(" ").map((one) => desk.lattice.find(one));
      await desk.tool.revisit(hexes.filter(Boolean).slice(0, MOST_HEXES));
      desk.layers.show((told.get("l") ?? "").split(",").filter(Boolean));
      const text = told.get("q") ?? "";
      if (text && text.length <= MOST_WORDS && !told.has("p")) await words.asked(text);
      const finding = desk.timeline.findings[Number(told.get("k")) - 1];
      if (finding) desk.timeline.show(finding);
      const view = (told.get("v") ?? "").split(",").map(Number);
      if (view.length === 3 && view.every(Number.isFinite)) desk.view.look(...view);
    } finally {
      this.restoring = false;
    }
  }
}

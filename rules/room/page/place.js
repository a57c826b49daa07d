// The address as the position: what is shown, which step, tool, unit and part of the map. A reload,
// Back and a bookmark bring it again; what was tried out is kept in the browser beside it.

import {Branches} from "./branches.js";

/** Ms after which a change goes into the address: nobody bookmarks in the middle of a drag. */
const SOON = 250;
/** The parts of the address that say where one is: step, tool, unit, view. */
export const PARTS = ["n", "o", "u", "v"];

export class Place {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.branches = new Branches(desk);
    for (const name of ["tool", "taken", "position"]) {
      desk.addEventListener(name, () => this.soon());
    }
    desk.view.addEventListener("looked", () => this.soon());
  }

  /** Note where one is, once nothing changes for a moment. */
  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.note(), SOON);
  }

  /** Write where one is into the address. */
  note() {
    const {desk} = this, {position, tool, view} = desk;
    if (!position.tape || this.restoring) return;
    const told = new URLSearchParams(location.hash.slice(1));
    const unit = tool.unit?.piece, {x, y, zoom} = view.looks;
    const parts = {n: position.step || "", o: tool === desk.tools[0] ? "" : tool.constructor.id,
      u: unit ?? "", v: [Math.round(x), Math.round(y), zoom].join(",")};
    for (const name of PARTS) {
      if (parts[name] === "") told.delete(name);
      else told.set(name, String(parts[name]));
    }
    if (`#${told}` !== location.hash) history.replaceState(history.state, "", `#${told}`);
    this.branches.soon();
  }

  /** Go where an address says. @param {URLSearchParams} told */
  async restore(told) {
    const {desk} = this, {position} = desk;
    this.restoring = true;
    try {
      await this.branches.restore();
      const step = Number(told.get("n") ?? position.step);
      if (Number.isInteger(step)) position.go(step);
      const tool = told.get("o");
      if (tool) desk.take(tool);
      const unit = position.counters.find((one) => one.piece === told.get("u") && one.hex);
      if (unit && desk.tool.take) await desk.tool.take(unit);
      const view = (told.get("v") ?? "").split(",").map(Number);
      if (view.length === 3 && view.every(Number.isFinite)) desk.view.look(...view);
    } finally {
      this.restoring = false;
    }
  }
}

// Fire Zones painted on the map: which hexes are in whose, where the position does not say it.

import {make, speak} from "../elements.js";
import {INK, hatched} from "../paint.js";
import {Tool, note} from "./tool.js";

const SIDES = [["Allied", INK.clear, "/"], ["German", INK.blocked, "\\"]];

export class Zones extends Tool {
  static id = "zones";
  static key = "z";
  static label = "Fire Zones";
  static not = ["ins"];

  constructor(desk) {
    super(desk);
    this.side = "German";
  }

  async begun() {
    const signal = this.begin();
    const state = await this.desk.position.state().catch(() => ({}));
    if (signal.aborted) return;
    this.told = state.fire_zones ?? {};
    this.mark("painted", 15, hatched(SIDES.map(([side, ink, kind]) =>
      ({numbers: this.told[side] ?? [], ink, kind}))));
    const {said} = this.desk.position;
    this.desk.panel.show(make("h2", {}, "Fire Zones"),
      note("Click a hex to paint it, or to take it off; with Shift the hexes around it, too. Every "
        + "answer takes what is painted as all there is of that side's Fire Zones."),
      make("div", {class: "stack", role: "group", "aria-label": "Whose"}, SIDES.map(([side]) =>
        make("button", {"aria-pressed": String(side === this.side), click: () => {
          this.side = side;
          this.begun();
        }}, side))),
      make("ul", {}, SIDES.map(([side]) => make("li", {}, `${side}: `, this.words(side)))),
      make("div", {class: "actions"},
        make("button", {click: () => this.say([])}, `${this.side}: there are none`),
        make("button", {disabled: !said.has(this.path), click: () => this.say(undefined)},
          "As filed")));
  }

  get path() {
    return `fire_zones.${this.side}`;
  }

  words(side) {
    const zones = this.told[side];
    if (!zones) return "not said";
    return zones.length ? `${zones.length} ${zones.length === 1 ? "hex" : "hexes"}` : "none";
  }

  /** @param {string[] | undefined} numbers */
  say(numbers) {
    this.desk.position.say(this.path, numbers);
  }

  /** @param {any} hex @param {boolean} more the hexes around it, too */
  async pick(hex, more = false) {
    const now = new Set(this.told?.[this.side] ?? []), on = !now.has(hex.number);
    for (const one of more ? [hex, ...this.desk.lattice.beside(hex)] : [hex]) {
      if (on) now.add(one.number);
      else now.delete(one.number);
    }
    this.say([...now].sort());
    speak(`${hex.number} ${on ? "in" : "not in"} a ${this.side} Fire Zone`);
  }

  again() {
    if (this.desk.tool === this) this.begun();
  }

  over(hex) {
    return SIDES.filter(([side]) => this.told?.[side]?.includes(hex.number))
      .map(([side]) => `${side} Fire Zone`).join(", ");
  }
}

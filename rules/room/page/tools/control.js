// Zones of Control in a game of one's own: each side's, as its tables have them.

import {make, speak} from "../elements.js";
import {INK, hatched} from "../paint.js";
import {Tool, note} from "./tool.js";

const LOOKS = [[INK.clear, "/"], [INK.blocked, "\\"]];

export class Control extends Tool {
  static id = "control";
  static key = "z";
  static label = "ZOC";
  static asks = "hex.zones";
  static only = [];

  constructor(desk) {
    super(desk);
    /** The side whose zones alone are shown, "" for all. */
    this.side = "";
  }

  async begun() {
    await this.again();
  }

  get sides() {
    const {counters} = this.desk.position;
    return [...new Set(counters.filter((one) => one.role === "unit" && one.side)
      .map((one) => one.side))].sort();
  }

  async again() {
    if (this.desk.tool !== this) return;
    const signal = this.begin(), {sides} = this;
    const answers = [];
    for (const side of sides) {
      const answer = await this.ask("hex.zones", {side}, signal);
      if (!answer) return;
      answers.push(answer);
    }
    this.zones = new Map(sides.map((side, i) => [side, answers[i].hexes ?? []]));
    this.mark("zones", 25, hatched(sides.map((side, i) => ({numbers: !this.side
      || this.side === side ? this.zones.get(side) : [], ink: LOOKS[i % 2][0],
    kind: LOOKS[i % 2][1]}))));
    this.desk.panel.show(make("h2", {}, "Zones of Control"),
      note("Click a hex: whose zones it is in."),
      make("div", {class: "stack", role: "group", "aria-label": "Whose"}, ["", ...sides].map((side) =>
        make("button", {type: "button", "aria-pressed": String(side === this.side), click: () => {
          this.side = side;
          this.again();
        }}, side || "All"))),
      ...answers.map((answer, i) => this.receipt(answer, ["hex.zones", {side: sides[i]}],
        `Zones of ${sides[i]}`)));
    speak(answers.map((one) => one.summary).join("; "));
  }

  /** @param {any} hex */
  async pick(hex) {
    await this.desk.describe(hex);
    const whose = this.over(hex) || "in no Zone of Control";
    this.desk.panel.element.prepend(make("p", {class: "gist zones"}, `${hex.number}: ${whose}`));
    speak(whose);
  }

  /** @param {any} hex */
  over(hex) {
    return [...this.zones ?? []].filter(([, hexes]) => hexes.includes(hex.number))
      .map(([side]) => `ZOC of ${side}`).join(", ");
  }
}

// The Club Route: where it runs and what spoils it. In It Never Snows: a unit's supply.

import {make, speak} from "../elements.js";
import {INK, hatched, rings, way} from "../paint.js";
import {Tool, note} from "./tool.js";

export class Route extends Tool {
  static id = "route";
  static key = "r";
  static label = "Club Route";
  static not = ["ins"];

  async begun() {
    await this.again();
  }

  async again() {
    const signal = this.begin();
    this.desk.panel.show(make("h2", {}, "Club Route"), note("Tracing …"));
    const answer = await this.ask("clubroute.trace", {}, signal);
    if (!answer) return;
    const hexes = (many) => (many ?? []).map((one) => (typeof one === "string" ? one : one.hex));
    const route = hexes(answer.route);
    this.mark("ribbon", 30, way(route.map((hex) => ({hex})), {ink: INK.clear, numbers: false,
      width: 9}));
    if (!this.fitted) this.desk.view.fit(route.map((one) => this.desk.lattice.find(one))
      .filter(Boolean));
    this.fitted = true;
    this.mark("doubtful", 31, hatched([
      {numbers: hexes(answer.potential), ink: INK.clear, kind: "\\"},
      {numbers: hexes(answer.doubtful), ink: INK.open, kind: "x"},
    ]));
    this.mark("spoiled", 61, rings(hexes(answer.spoiled).map((number) =>
      ({number, ink: INK.blocked, text: "✕"}))));
    this.desk.panel.show(make("h2", {}, "Club Route"),
      this.receipt(answer, ["clubroute.trace", {}], "Club Route"),
      make("ul", {class: "legend"},
        route.length ? make("li", {class: "clear"}, `${route.length} hexes: blue ribbon`) : null,
        answer.spoiled?.length ? make("li", {class: "blocked"},
          `${answer.spoiled.length} spoiled: ring with ✕`) : null));
    speak(answer.summary);
  }

  async pick(hex) {
    return this.desk.describe(hex);
  }

  clear() {
    super.clear();
    this.fitted = false;
  }
}

export class Supply extends Tool {
  static id = "supply";
  static key = "p";
  static label = "Supply";
  static asks = "supply.trace";
  static only = ["ins"];

  hint() {
    return [make("h2", {}, "Supply"), note("Click a unit: its supply path, or what cuts it.")];
  }

  async pick(hex) {
    const unit = this.desk.pieces.in(hex.number).find((one) => one.role === "unit");
    return unit ? this.take(unit) : this.desk.describe(hex);
  }

  /** @param {any} unit its counter */
  async take(unit) {
    this.unit = unit;
    this.desk.dispatchEvent(new Event("taken"));
    return this.again();
  }

  async again() {
    if (!this.unit) return;
    const asked = {unit: await this.desk.position.unit(this.unit)};
    const answer = await this.ask("supply.trace", asked, this.begin());
    if (!answer) return;
    const path = answer.path ?? [];
    this.mark("supply", 70, path.length ? way(path.map((hex) => ({hex})), {ink: INK.clear,
      numbers: false}) : null);
    this.desk.panel.show(make("h2", {}, this.unit.name),
      this.receipt(answer, ["supply.trace", asked], "Supply"));
    speak(answer.summary);
  }

  clear() {
    super.clear();
    this.unit = null;
  }
}

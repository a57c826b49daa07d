// A hex: its ground, its sides, what it costs to enter, and where each fact comes from.

import {make, speak} from "../elements.js";
import {halves} from "../paint.js";
import {Tool, note} from "./tool.js";

const words = (text) => text.replaceAll("_", " ");

/** What a hex is. @param {any} told */
export function hexCard(told) {
  const sides = (told.hexsides ?? []).filter((one) => one.features || one.roads);
  const costs = Object.entries(told.costs ?? {}).flatMap(([kind, by]) => {
    if (typeof by === "number") return [[words(kind), by, null]];
    if (!by || typeof by !== "object") return [];
    return [[words(kind), by.not_column, by.column]];
  });
  const cell = (cost) => make("td", {}, typeof cost === "number" ? halves(cost) : "–");
  return make("section", {class: "hex"},
    make("p", {class: "gist"}, make("span", {}, told.summary ?? `${told.hex}`)),
    costs.length ? make("table", {class: "grid"},
      make("thead", {}, make("tr", {}, make("th", {scope: "col"}, "MP to enter"),
        make("th", {scope: "col"}, "not in Column"), make("th", {scope: "col"}, "in Column"))),
      make("tbody", {}, costs.map(([kind, plain, column]) => make("tr", {},
        make("th", {scope: "row"}, kind), cell(plain), cell(column))))) : null,
    sides.length ? make("ul", {class: "sides"}, sides.map((side) => make("li", {},
      make("button", {class: "at", "data-hex": side.to}, side.direction ?? side.to), " ",
      [...(side.features ?? []), ...(side.roads ?? [])].map((one) => one.name
        ? `${one.name} (${words(one.kind)})` : words(one.kind)).join(", ")))) : null,
    (told.areas ?? []).length ? make("p", {class: "small"},
      `In: ${told.areas.map((one) => one.name || words(one.kind)).join(", ")}`) : null,
    make("p", {class: "rests"}, `Ground: ${told.provenance}${told.cite ? `, ${told.cite}` : ""}`));
}

export class About extends Tool {
  static id = "hex";
  static key = "h";
  static label = "Hex";
  static asks = "hex.describe";

  hint() {
    return [make("h2", {}, "Hex"), note("Click a hex: its ground, its hexsides and Roads, and what "
      + "each fact rests on.")];
  }

  get spots() {
    return this.hex ? [this.hex] : [];
  }

  async pick(hex) {
    this.hex = hex.number;
    return this.desk.describe(hex);
  }

  clear() {
    super.clear();
    this.hex = "";
  }

  /** Tell of a hex in the panel. */
  async tell(hex) {
    let told;
    const signal = this.begin();
    try {
      told = await this.desk.room.ask("hex.describe", {map: this.desk.lattice.name,
        hex: hex.number}, signal);
    } catch (error) {
      if (!signal.aborted) this.desk.panel.trouble(error);
      return;
    }
    const here = this.desk.pieces.in(hex.number);
    this.desk.panel.show(make("h2", {}, hex.number, make("small", {}, hex.place
      ? ` ${hex.place}` : "")), hexCard(told),
      here.length ? make("ul", {class: "here"}, here.map((one) => make("li", {}, one.name,
        one.words ? ` (${one.words})` : ""))) : null);
    speak(told.summary ?? hex.number);
  }
}

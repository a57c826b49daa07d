// Line of Sight: from one hex to all around, and to one of them.

import {make, speak} from "../elements.js";
import {INK, hatched, rings, sight} from "../paint.js";
import {Tool, note} from "./tool.js";

export class Sight extends Tool {
  static id = "sight";
  static key = "s";
  static label = "Sight";
  static not = ["ins"];

  constructor(desk) {
    super(desk);
    this.from = this.to = "";
    this.range = 8;
  }

  hint() {
    return [make("h2", {}, "Sight"),
      note("Click a hex: what can be seen from it. Click on: the line to that hex, and what blocks "
        + "it. With Shift a click looks from another hex.")];
  }

  async pick(hex, more = false) {
    if (!this.from || more || hex.number === this.from) {
      this.from = hex.number;
      this.to = "";
      this.unmark("sight");
      return this.fan();
    }
    this.to = hex.number;
    return this.line();
  }

  get spots() {
    return [this.from, this.to].filter(Boolean);
  }

  controls() {
    return make("section", {class: "unit"}, make("h2", {}, `From ${this.from}`),
      make("div", {class: "row"}, make("label", {for: "range"}, "as far as "),
        make("input", {type: "number", id: "range", min: 1, max: 32, value: this.range,
          change: (event) => {
            this.range = Math.max(1, Math.min(32, Number(event.target.value) || 8));
            this.again();
          }}), make("span", {}, " hexes")));
  }

  async fan() {
    const signal = this.begin();
    const asked = {from: this.from, range: this.range};
    const answer = await this.ask("los.fan", asked, signal);
    if (!answer) return;
    this.mark("fan", 20, hatched([
      {numbers: answer.clear ?? [], ink: INK.clear},
      {numbers: answer.blocked ?? [], ink: INK.blocked, kind: "/"},
      {numbers: answer.undetermined ?? [], ink: INK.open, kind: "x"},
    ]));
    this.mark("from", 61, rings([{number: this.from, ink: INK.clear, text: "eye"}]));
    const told = [["clear", "seen: plain blue"], ["blocked", "not seen: orange, hatched"],
      ["undetermined", "not known: grey, crossed"]];
    this.desk.panel.show(this.controls(),
      this.receipt(answer, ["los.fan", asked], "Fan"),
      make("ul", {class: "legend"}, told.filter(([name]) => answer[name]?.length)
        .map(([name, words]) => make("li", {class: name},
          `${answer[name].length} hexes ${words}`))));
    speak(answer.summary);
  }

  async line() {
    const signal = this.begin();
    const asked = {from: this.from, to: this.to};
    const answer = await this.ask("los.check", asked, signal);
    if (!answer) return;
    this.mark("sight", 70, sight(this.from, this.to, answer.verdict));
    this.desk.panel.show(this.controls(), this.receipt(answer, ["los.check", asked], "Sight"));
    speak(answer.summary);
  }

  over(hex) {
    const here = this.from && this.desk.lattice.find(this.from);
    return here ? `${this.desk.lattice.distance(here, hex)} hexes from ${this.from}` : "";
  }

  async again() {
    if (!this.from) return;
    const {to} = this;
    await this.fan();
    if (to) {
      this.to = to;
      await this.line();
    }
  }

  back() {
    if (this.to) {
      this.to = "";
      this.unmark("sight");
      this.fan();
      return true;
    }
    const had = Boolean(this.from);
    this.clear();
    this.desk.panel.show(...this.hint());
    return had;
  }

  clear() {
    super.clear();
    this.from = this.to = "";
  }
}

// Going through the places that a module's own boards seem to show otherwise than our map: one at a
// time, the surest first. Only what a person says yes to is the module's ground.

import {make, speak} from "./elements.js";
import {outline} from "./paint.js";

const INK = "#a3123f", MARK = "looks";

export class Looks {
  /** @param {any} desk @param {string} id of the module @param {() => void} ended */
  constructor(desk, id, ended) {
    this.desk = desk;
    this.path = `/maps/${desk.lattice.name}/looked/${id}`;
    this.ended = ended;
    this.at = 0;
  }

  async open() {
    try {
      this.told = await this.desk.room.json(this.path);
    } catch (error) {
      this.desk.panel.trouble(error);
      return;
    }
    const first = this.told.places.findIndex(({said}) => !said);
    this.show(first < 0 ? 0 : first);
  }

  /** Show a place: on the map, and what is asked of it. @param {number} at */
  show(at) {
    const {desk, told: {places, module, file, words}} = this, {lattice, view} = desk;
    this.at = (at + places.length) % places.length;
    const place = places[this.at], left = places.filter(({said}) => !said).length;
    const hex = lattice.find(place.hex), beside = place.beside && lattice.find(place.beside);
    view.fit([hex, beside].filter(Boolean));
    view.painter(MARK, 80, ring(hex, beside));
    const where = place.beside ? `${place.hex}/${place.beside}` : place.hex;
    const other = make("select", {"aria-label": "What it shows", change: () => {
      if (other.value) this.say("yes", other.value);
    }}, make("option", {value: ""}, "Something else …"),
    words[place.fact].map((word) => make("option", {value: word}, word)));
    const yes = make("button", {type: "button", click: () => this.say("yes")},
      `Yes, ${place.picture}`);
    desk.panel.show(make("h2", {}, `What ${module} shows`),
      make("p", {}, `${this.at + 1} of ${places.length}, ${left} to be looked at: `
        + `${place.fact} ${where}`),
      make("p", {}, `Our map has ${place.map}. Your board seems to show ${place.picture} `
        + `(${Math.round(100 * place.sure)}\u00a0% sure).`
        + (place.said ? ` You said ${place.said}.` : "")),
      make("div", {class: "actions"}, yes,
        make("button", {type: "button", click: () => this.say("no")}, `No, ${place.map}`), other,
        make("button", {type: "button", click: () => this.show(this.at + 1)}, "Skip"),
        make("button", {type: "button", click: () => this.show(this.at - 1)}, "Back"),
        make("button", {type: "button", click: () => this.close()}, "Enough")),
      make("p", {class: "note"}, "What you say yes to is the ground of your module, of this one "
        + `place; nothing else is. It is written into ${file}.`));
    yes.focus();
    speak(`${place.fact} ${where}: our map has ${place.map}, your board seems to show `
      + place.picture);
  }

  /** @param {string} said @param {string} [picture] what is really seen there */
  async say(said, picture) {
    const {places} = this.told, {hex, beside} = places[this.at];
    try {
      places[this.at] = await this.desk.room.json(this.path, {method: "POST",
        body: JSON.stringify({number: this.at, hex, beside, said, picture})});
    } catch (error) {
      this.desk.panel.trouble(error);
      return;
    }
    const next = [...places.keys()].map((at) => (this.at + 1 + at) % places.length)
      .find((at) => !places[at].said);
    if (next === undefined) this.close();
    else this.show(next);
  }

  close() {
    this.desk.view.painter(MARK, 0, null);
    const many = this.told.places, said = (what) => many.filter((one) => one.said === what).length;
    const told = `${said("yes")} places are your module's ground now, ${said("no")} are as our map `
      + `has them, ${said("")} are not looked at.`;
    this.desk.panel.show(make("h2", {}, "Looked at"), make("p", {}, told));
    speak(told);
    this.ended();
  }
}

/** A hex, or the side between two, ringed. */
function ring(hex, beside) {
  return (ctx, {lattice}) => {
    for (const [style, width] of [["#fff", 9], [INK, 5]]) {
      if (beside) {
        ctx.beginPath();
        for (const [x, y] of lattice.side(hex, beside)) ctx.lineTo(x, y);
      } else outline(ctx, lattice, hex, 0.06);
      ctx.strokeStyle = style;
      ctx.lineWidth = width;
      ctx.stroke();
    }
  };
}

// Layers over the map: bridges and how they stand, areas by name, Fire Zones, both sides' ground.

import {ASKED} from "./asked.js";
import {byId, make} from "./elements.js";
import {plain, refusal} from "./plain.js";
import {INK, hatched, pill} from "./paint.js";

const SIGNS = {destroyed: "✕", blown: "✕", wired: "w", prepared: "w", bailey: "B", built: "B",
  improved: "+", out: "…"};
const INKS = ["#7a3e9d", "#0f6b6b", "#8a5a00", "#a3123f", "#2c5aa0", "#4b6b00"];
const KINDS = ["/", "\\", "x"];

export class Layers {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.on = new Set();
    this.asked = {};
    this.button = make("button", {type: "button", "aria-expanded": "false",
      click: () => this.toggle()}, "Layers");
    this.box = make("fieldset", {id: "layers", hidden: true}, make("legend", {}, "Layers"));
    byId("menu").append(this.button);
    byId("map").parentElement.append(this.box);
    desk.addEventListener("opened", () => this.list());
    for (const name of ["position", "taken"]) desk.addEventListener(name, () => this.draw());
  }

  toggle() {
    this.box.hidden = !this.box.hidden;
    this.button.setAttribute("aria-expanded", String(!this.box.hidden));
    if (!this.box.hidden) this.box.querySelector("input")?.focus();
  }

  list() {
    const {lattice} = this.desk;
    const kinds = [...new Set(lattice.areas.map((one) => one.kind))];
    const rows = [["bridges", "Bridges"], ["zones", "Fire Zones"],
      ...kinds.map((kind) => [`area ${kind}`, kind.replaceAll("_", " ")])];
    if (lattice.name === "ins") rows[1] = ["zones", "Zones of Control"];
    if (lattice.own) rows.splice(1, 1);
    else rows.splice(2, 0, ...ASKED.filter(({has}) => has(lattice.name))
      .map(({id, label}) => [id, label]));
    this.box.replaceChildren(make("legend", {}, "Layers"), ...rows.map(([id, label]) =>
      make("label", {}, make("input", {type: "checkbox", checked: this.on.has(id),
        change: (event) => {
          if (event.target.checked) this.on.add(id);
          else this.on.delete(id);
          this.desk.dispatchEvent(new Event("layers"));
          this.draw();
        }}), ` ${label}`)));
    this.draw();
  }

  /** Show some layers, and no others. @param {string[]} ids */
  show(ids) {
    if (ids.join() === [...this.on].join()) return;
    this.on = new Set(ids);
    this.list();
  }

  async draw() {
    const {desk} = this, {lattice, view, position} = desk;
    if (!lattice || !position.tape) return;
    for (const [i, kind] of [...new Set(lattice.areas.map((one) => one.kind))].entries()) {
      const id = `area ${kind}`;
      const areas = lattice.areas.filter((one) => one.kind === kind);
      view.painter(id, 10, this.on.has(id) ? named(areas, INKS[i % 6], KINDS[i % 3]) : null);
    }
    this.asking(this.asked = {});
    if (!this.on.has("bridges")) view.painter("bridges", 0, null);
    if (!this.on.has("zones")) view.painter("zones", 0, null);
    if (!this.on.has("bridges") && !this.on.has("zones")) return;
    const turn = (this.turn = {});
    const state = await position.state().catch(() => ({}));
    if (this.turn !== turn) return;
    if (this.on.has("bridges")) view.painter("bridges", 66, bridges(lattice, state.bridges ?? {}));
    if (this.on.has("zones")) await this.zones(state, turn);
  }

  /** Layers that are questions, asked anew for every position. @param {object} turn */
  async asking(turn) {
    const {desk} = this, {name} = desk.lattice;
    for (const {id, ask, has} of ASKED) {
      if (!this.on.has(id) || !has(name)) {
        desk.view.painter(id, 0, null);
        continue;
      }
      const told = await ask(desk).catch((error) => ({paint: null, needs: [], hint: refusal(error)}));
      if (this.asked !== turn) return;
      desk.view.painter(id, 62, told.paint);
      const needs = [...new Set(told.needs)];
      if (told.hint || needs.length) {
        desk.news([told.hint, needs.length ? `Not known: ${needs.slice(0, 3).map(plain).join("; ")}` : ""]
          .filter(Boolean).join(" "));
      }
    }
  }

  /** Fire Zones as they are said, or Zones of Control as they are worked out. */
  async zones(state, turn) {
    const {desk} = this, groups = [];
    for (const [side, ink, kind] of [["Allied", INK.clear, "/"], ["German", INK.blocked, "\\"]]) {
      let numbers = state.fire_zones?.[side];
      if (desk.lattice.name === "ins") {
        numbers = (await desk.position.ask("hex.zones", {side}).catch(() => null))?.hexes;
      }
      if (numbers) groups.push({numbers, ink, kind});
    }
    if (this.turn !== turn) return;
    desk.view.painter("zones", 15, hatched(groups));
    if (!groups.length) desk.news("Nobody has said where the Fire Zones are: see Position.");
  }
}

/** Areas with their names in the middle. */
function named(areas, ink, kind) {
  const paint = hatched(areas.map(({hexes}) => ({numbers: hexes, ink, kind})));
  return (ctx, look) => {
    paint(ctx, look);
    for (const {name, hexes} of areas) {
      const many = hexes.map((number) => look.lattice.find(number)).filter(Boolean);
      if (!name || !many.length) continue;
      const x = many.reduce((sum, one) => sum + one.x, 0) / many.length;
      const y = many.reduce((sum, one) => sum + one.y, 0) / many.length;
      pill(ctx, name, x, y, Math.min(60, 18 / Math.min(1, look.scale)), ink);
    }
  };
}

/** Every bridge of the map: a bar over its hexside, and how it stands. */
function bridges(lattice, told) {
  return (ctx, look) => {
    for (const {hexside, name} of lattice.bridges) {
      const [a, b] = hexside.split("/").map((number) => lattice.find(number));
      if (!a || !b) continue;
      const x = (a.x + b.x) / 2, y = (a.y + b.y) / 2;
      if (x < look.left || x > look.right || y < look.top || y > look.bottom) continue;
      const state = told[hexside] ?? told[`${b.number}/${a.number}`];
      const words = [state?.state ?? state?.is ?? state ?? []].flat();
      const sign = words.map((word) => SIGNS[word]).find(Boolean) ?? "";
      const gone = sign === "✕";
      ctx.fillStyle = gone ? INK.blocked : "#222";
      ctx.strokeStyle = "#fff";
      ctx.lineWidth = 3;
      ctx.beginPath();
      ctx.arc(x, y, 11, 0, 7);
      ctx.stroke();
      ctx.fill();
      if (sign) pill(ctx, sign, x, y, 17, "#fff", gone ? INK.blocked : "#222");
      if (name && look.scale > 0.4) pill(ctx, name, x, y + 24, 15, "#222");
    }
  };
}

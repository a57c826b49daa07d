// Whose boards and counters the map shows: our drawing, those of a module that is the user's own, or
// its boards over ours. Where the module says nothing of a place, and on whatever is shared, ours stand.

import {byId, make, speak} from "./elements.js";

const OVER = 0.55, SEAM = 1.02;

export class Boards {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.select = make("select", {id: "boards", "aria-label": "Boards", hidden: true,
      change: () => this.chosen()});
    byId("menu").append(this.select);
    /** What was chosen, by map. @type {Map<string, string>} */
    this.choices = new Map();
    desk.addEventListener("opened", () => this.list());
    if (desk.room.can.keep) desk.room.transport.addEventListener("module", () => this.list());
  }

  /** List the boards there are of the map, and show those of the module that is played on. */
  async list() {
    const {desk} = this, {lattice, room} = desk, map = lattice.name;
    const told = await room.json(`/maps/${map}/own`).catch(() => []);
    if (desk.lattice !== lattice) return;
    this.many = Array.isArray(told) ? told : [];
    const played = this.many.find(({name}) => name === lattice.ground);
    const ours = `Boards: our drawing${played?.gone ? ` (${played.name}: its pictures are gone)` : ""}`;
    this.select.hidden = !this.many.length;
    this.select.replaceChildren(make("option", {value: ""}, ours),
      ...this.many.flatMap(({id, name, gone}) => (gone
        ? [make("option", {value: `gone ${id}`, disabled: true}, `${name}: its pictures are gone`)]
        : [make("option", {value: `own ${id}`}, `Boards: ${name}`),
          make("option", {value: `over ${id}`}, `Boards: ${name} over ours`)])));
    if (played?.gone) {
      desk.news(`${played.name}: its pictures are gone, as the module is no longer at `
        + `${played.file}. Answers go on; the map is our drawing.`, true);
    }
    const usual = played && !played.gone ? `own ${played.id}` : "";
    const wanted = this.choices.get(map) ?? usual;
    this.select.value = [...this.select.options].some((one) => one.value === wanted
      && !one.disabled) ? wanted : "";
    await this.show();
  }

  async chosen() {
    this.choices.set(this.desk.lattice.name, this.select.value);
    speak(this.select.selectedOptions[0].textContent);
    await this.show();
  }

  /** Show what is chosen, once it is there. */
  async show() {
    const {desk} = this, {lattice, view, room, pieces} = desk;
    const [how, id] = this.select.value.split(" ", 2);
    const turn = (this.turn = {}), path = `/maps/${lattice.name}/own/${id}`;
    view.over(null);
    pieces.dress(null);
    if (!id) return;
    desk.news("The module's boards …", true, true);
    const told = await room.json(path).catch((error) => ({failed: error.message}));
    if (this.turn !== turn || desk.lattice !== lattice) return;
    if (told.failed) {
      desk.news(`The module's boards cannot be shown: ${told.failed}`, true);
      this.select.value = "";
      return;
    }
    const bring = async (name) => {
      const answer = await room.fetch(`${path}/picture?${new URLSearchParams({name})}`);
      return answer.ok ? answer.blob() : null;
    };
    const played = this.many.find((one) => one.id === id)?.name === lattice.ground;
    pieces.dress({bring, names: (one) => (played ? one.pictures
      : !one.back && told.counters[one.id]) || []});
    const laid = [], out = [...told.left_out];
    for (const one of told.boards) {
      const image = await picture(bring, one.picture);
      if (image) laid.unshift({...one, image, shape: shapeOf(one.hexes, lattice)});
      else out.push(`${one.name}: no picture that can be shown here`);
    }
    if (this.turn !== turn || desk.lattice !== lattice) return;
    desk.news(out.length ? `Not shown: ${out.join("; ")}` : "");
    view.over(laid.length ? (ctx) => laid.forEach((one) => lay(ctx, one)) : null,
      how === "over" ? OVER : 1);
  }
}

/** A picture of the module, null where there is none that can be shown. */
async function picture(bring, name) {
  const blob = await bring(name).catch(() => null), image = new Image();
  if (!blob) return null;
  image.src = URL.createObjectURL(blob);
  return image.decode().then(() => image, () => null);
}

/** The outline of hexes, a little beyond their edges: no line of paper is between two.
 * @param {string[]} numbers @param {import("./lattice.js").Lattice} lattice */
function shapeOf(numbers, lattice) {
  const shape = new Path2D();
  for (const {x, y} of numbers.map((one) => lattice.find(one)).filter(Boolean)) {
    for (const [i, [dx, dy]] of lattice.corners.entries()) {
      shape[i ? "lineTo" : "moveTo"](x + dx * SEAM, y + dy * SEAM);
    }
    shape.closePath();
  }
  return shape;
}

/** Draw a board where its hexes are. @param {CanvasRenderingContext2D} ctx */
function lay(ctx, {image, shape, scale: [across, down], shift: [x, y]}) {
  ctx.save();
  ctx.clip(shape);
  ctx.drawImage(image, x, y, image.naturalWidth * across, image.naturalHeight * down);
  ctx.restore();
}

// What stands at the map's corners: an overview of the board, the counters under the pointer, enlarged,
// and whose map it is.

import {make} from "./elements.js";

/** Px of the overview's longer side, and of a counter in the viewer. */
const LONG = 170, FACE = 84;
/** Ms that the pointer rests on a hex before its counters are shown. */
const REST = 250;
const INKS = {Allied: "#3e5c34", German: "#33363a"};

export class Corner {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const main = desk.view.element.parentElement;
    this.canvas = make("canvas", {id: "overview", "aria-hidden": "true",
      title: "The whole board: click to go there", click: (event) => this.go(event)});
    this.viewer = make("div", {id: "viewer", hidden: true, "aria-hidden": "true"});
    this.basis = make("button", {id: "basis", type: "button",
      title: "What each hex of it rests on (g)", click: () => desk.grounds.toggle()},
    "our map, not the printed one");
    main.append(this.canvas, this.viewer, this.basis);
    for (const name of ["opened", "position"]) desk.addEventListener(name, () => this.draw());
    desk.view.addEventListener("looked", () => this.draw());
    desk.view.addEventListener("mousemove", (event) => this.point(event.detail));
    desk.view.element.addEventListener("mouseleave", () => this.hide());
  }

  /** Board px a px of the overview. */
  get scale() {
    const [width, height] = this.desk.lattice.size;
    return Math.max(width, height) / LONG;
  }

  /** The board's tiles at the farthest level, once they are there. */
  tiles() {
    const {lattice, view} = this.desk, {tile, levels, size} = lattice, far = 1 - levels;
    const wide = tile * 2 ** -far;
    if (this.of === lattice.name) return this.loaded;
    this.of = lattice.name;
    this.loaded = [];
    for (let x = 0; x * wide < size[0]; x += 1) {
      for (let y = 0; y * wide < size[1]; y += 1) {
        const image = new Image();
        image.onload = () => this.draw();
        image.src = `${view.art}/${lattice.name}/tiles/${far}/${x}/${y}.webp`;
        this.loaded.push({image, x: x * wide, y: y * wide, wide});
      }
    }
    return this.loaded;
  }

  /** Draw the board, where units stand, and what is looked at. */
  draw() {
    const {lattice, view, pieces} = this.desk;
    if (!lattice || getComputedStyle(this.canvas).display === "none") return;
    const {scale, canvas} = this, [width, height] = lattice.size;
    canvas.width = Math.round(width / scale);
    canvas.height = Math.round(height / scale);
    const ctx = canvas.getContext("2d");
    for (const {image, x, y, wide} of this.tiles()) {
      if (image.complete && image.naturalWidth) {
        ctx.drawImage(image, x / scale, y / scale, wide / scale, wide / scale);
      }
    }
    for (const [number, stack] of pieces.stacks) {
      const hex = lattice.find(number), unit = stack.find((one) => one.role === "unit");
      if (!hex || !unit) continue;
      ctx.fillStyle = "#fff";
      ctx.fillRect(hex.x / scale - 2.5, hex.y / scale - 2.5, 5, 5);
      ctx.fillStyle = INKS[unit.side] ?? "#7a5a00";
      ctx.fillRect(hex.x / scale - 1.5, hex.y / scale - 1.5, 3, 3);
    }
    const {left, top, right, bottom} = view.seen;
    ctx.lineWidth = 2;
    ctx.strokeStyle = "#c2410c";
    ctx.strokeRect(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale);
  }

  /** Look where the overview is clicked. @param {MouseEvent} event */
  go(event) {
    const {view} = this.desk, {scale} = this;
    view.look(event.offsetX * scale, event.offsetY * scale, view.looks.zoom);
  }

  /** The pointer is over a hex: its counters are shown once it rests. */
  point({hex}) {
    if (hex === this.hex) return;
    this.hide();
    this.hex = hex;
    const stack = hex ? this.desk.pieces.in(hex.number) : [];
    if (stack.length) this.waiting = setTimeout(() => this.show(hex, stack), REST);
  }

  hide() {
    clearTimeout(this.waiting);
    this.hex = null;
    this.viewer.hidden = true;
  }

  /** Show counters large, each with its name. @param {any} hex @param {any[]} stack */
  show(hex, stack) {
    const {view, pieces} = this.desk;
    const face = (one) => {
      const src = pieces.address(one);
      return make("figure", {}, src ? make("img", {src, width: FACE, height: FACE, alt: ""}) : null,
      make("figcaption", {}, one.name, one.drawn ? make("small", {}, ` ${one.drawn}`) : null));
    };
    this.viewer.replaceChildren(...stack.map(face));
    const {x, y} = view.screen(hex), box = view.element.getBoundingClientRect();
    this.viewer.style.left = `${Math.min(x - box.left + 30, box.width - 120)}px`;
    this.viewer.style.top = `${Math.max(4, y - box.top - FACE - 60)}px`;
    this.viewer.hidden = false;
  }
}

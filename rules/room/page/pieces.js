// Counters on the map: what stands where, drawn as stacks, with the module's own pictures.

/** @typedef {{piece: string, role: string, id?: string, name: string, side?: string, hex?: string,
 *   class?: string, kind?: string, division?: string, formation?: string, column?: boolean,
 *   words?: string, pictures?: string[]}} Counter */

const SHOWN = 3;
const SIDES = {Allied: ["#3e5c34", "#fff"], German: ["#5d6066", "#fff"]};
const SHARP = 128;
const AGAIN = 1500;

export class Pieces {
  /** @param {import("./view.js").View} view */
  constructor(view) {
    this.view = view;
    /** @type {Map<string, HTMLCanvasElement | null>} */
    this.pictures = new Map();
    /** @type {Map<string, Counter[]>} */
    this.stacks = new Map();
    this.selected = "";
    this.marked = new Set();
    /** Whether the room has drawn all counters. */
    this.drawn = false;
    view.painter("pieces", 50, (ctx, look) => this.paint(ctx, look));
  }

  /** @param {Counter[]} counters */
  show(counters) {
    this.stacks = new Map();
    for (const one of counters) {
      if (!one.hex) continue;
      const stack = this.stacks.get(one.hex) ?? [];
      stack.push(one);
      this.stacks.set(one.hex, stack);
    }
    for (const stack of this.stacks.values()) {
      stack.sort((a, b) => Number(a.role === "unit") - Number(b.role === "unit"));
    }
    this.view.draw();
  }

  /** The counters in a hex, the topmost first. @param {string} number */
  in(number) {
    return [...(this.stacks.get(number) ?? [])].reverse();
  }

  /** A picture, undefined until it has come. @param {string} name */
  picture(name) {
    const where = `${this.view.lattice.name}/counters/${name}`;
    const found = this.pictures.get(where);
    if (found === undefined) {
      this.pictures.set(where, null);
      const image = new Image();
      image.onload = () => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = SHARP;
        canvas.getContext("2d").drawImage(image, 0, 0, SHARP, SHARP);
        Object.assign(canvas, {wide: image.naturalWidth});
        this.pictures.set(where, canvas);
        this.view.draw();
      };
      // Not drawn yet: ask again.
      image.onerror = () => this.drawn || setTimeout(() => {
        this.pictures.delete(where);
        this.view.draw();
      }, AGAIN);
      image.src = `${this.view.art}/${where.split("/").map(encodeURIComponent).join("/")}`;
    }
    return found;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {any} look */
  paint(ctx, look) {
    const {lattice, scale} = look;
    const size = lattice.pitch * 0.72, step = size * 0.1;
    for (const [number, stack] of this.stacks) {
      const hex = lattice.find(number);
      if (!hex || hex.x < look.left - 80 || hex.x > look.right + 80) continue;
      if (hex.y < look.top - 80 || hex.y > look.bottom + 80) continue;
      const top = stack.slice(-SHOWN);
      top.forEach((one, i) => {
        const shift = (i - (top.length - 1) / 2) * step;
        this.counter(ctx, one, hex.x + shift, hex.y - shift, size, scale);
      });
      if (stack.length > 1 && scale > 0.3) this.count(ctx, stack.length, hex, size);
    }
  }

  /** One counter. */
  counter(ctx, one, x, y, size, scale) {
    const left = x - size / 2, top = y - size / 2;
    const [ground, ink] = SIDES[one.side] ?? ["#b9a46a", "#222"];
    if (scale > 0.2) {
      ctx.fillStyle = "rgba(0,0,0,.35)";
      ctx.fillRect(left + 2.5, top + 3, size, size);
    }
    const pictures = (one.pictures ?? []).map((name) => this.picture(name)).filter(Boolean);
    if (!pictures.length || scale < 0.12) {
      ctx.fillStyle = ground;
      ctx.fillRect(left, top, size, size);
      if (scale > 0.3) {
        ctx.fillStyle = ink;
        ctx.font = `600 ${size * 0.2}px "Barlow Condensed", sans-serif`;
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        ctx.fillText(one.name, x, y, size - 4);
      }
    }
    else this.faces(ctx, pictures, left, top, size);
    if (one.piece === this.selected || this.marked.has(one.piece)) {
      ctx.lineWidth = 3 / Math.min(1, scale * 1.6);
      ctx.strokeStyle = "#fff";
      ctx.strokeRect(left - 2, top - 2, size + 4, size + 4);
      ctx.lineWidth /= 2;
      ctx.strokeStyle = "#c2410c";
      ctx.strokeRect(left - 2, top - 2, size + 4, size + 4);
    }
  }

  /** A counter's pictures: its face, then the signs of its states, smaller, from the left. */
  faces(ctx, [face, ...more], left, top, size) {
    ctx.drawImage(face, left, top, size, size);
    let at = left + 2;
    for (const sign of more) {
      const wide = Math.min(1, sign.wide / face.wide) * size;
      if (wide > size * 0.7) ctx.drawImage(sign, left, top, size, size);
      else {
        ctx.drawImage(sign, at, top + size - wide - 2, wide, wide);
        at += wide + 1;
      }
    }
  }

  /** How many counters are in a stack. */
  count(ctx, many, hex, size) {
    const x = hex.x + size / 2 + 2, y = hex.y + size / 2;
    ctx.beginPath();
    ctx.arc(x, y, 11, 0, 7);
    ctx.fillStyle = "#1b1b1b";
    ctx.fill();
    ctx.fillStyle = "#fff";
    ctx.font = '700 15px "Barlow Semi Condensed", sans-serif';
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(String(many), x, y + 1);
  }
}

// Counters on the map: what stands where, drawn as stacks, with the module's own pictures.

/** @typedef {{piece: string, role: string, id?: string, name: string, side?: string, hex?: string,
 *   class?: string, kind?: string, division?: string, formation?: string, column?: boolean,
 *   words?: string, pictures?: string[]}} Counter */

const SHOWN = 3;
const SIDES = {Allied: ["#3e5c34", "#fff"], German: ["#5d6066", "#fff"]};
const SHARP = 128;
const AGAIN = 1500;
/** What the pictures of the user's own module are kept under: no map is called so. */
const OWN = "own module";

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
    this.own = null;
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

  /** Show counters with the pictures of a module that is the user's own, null for ours alone.
   * @param {{names: (one: Counter) => string[], bring: (name: string) => Promise<Blob | null>}
   *   | null} own */
  dress(own) {
    for (const address of this.own?.addresses.values() ?? []) URL.revokeObjectURL(address);
    for (const name of [...this.pictures.keys()]) if (name.startsWith(OWN)) this.pictures.delete(name);
    this.own = own && {...own, addresses: new Map()};
    this.view.draw();
  }

  /** Where our picture of a name is. @param {string} name */
  ours(name) {
    const where = `${this.view.lattice.name}/counters/${name}`;
    return `${this.view.art}/${where.split("/").map(encodeURIComponent).join("/")}`;
  }

  /** Where the face of a counter is, "" if it has none. @param {Counter} one */
  address(one) {
    const own = this.own?.addresses.get(this.own.names(one)[0]);
    const [name] = one.pictures ?? [];
    return own ?? (name ? this.ours(name) : "");
  }

  /** The pictures of a counter that have come. Where something is shared, ours alone.
   * @param {Counter} one @param {boolean} shared */
  shown(one, shared) {
    const own = shared ? [] : this.own?.names(one).map((name) => this.picture(OWN, name)) ?? [];
    const found = own.filter(Boolean);
    if (found.length) return found;
    const {name: map} = this.view.lattice;
    return (one.pictures ?? []).map((name) => this.picture(map, name)).filter(Boolean);
  }

  /** A picture of a map's counters, or of the user's own module; undefined until it has come. */
  picture(map, name) {
    const where = `${map}/counters/${name}`, {own} = this;
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
      if (map === OWN) {
        own.bring(name).then((blob) => {
          if (!blob || own !== this.own) return;
          image.src = URL.createObjectURL(blob);
          own.addresses.set(name, image.src);
        });
        return found;
      }
      // Not drawn yet: ask again.
      image.onerror = () => this.drawn || setTimeout(() => {
        this.pictures.delete(where);
        this.view.draw();
      }, AGAIN);
      image.src = this.ours(name);
    }
    return found;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {any} look */
  paint(ctx, look) {
    const {lattice, scale, shared} = look;
    const size = lattice.pitch * 0.72, step = size * 0.1;
    for (const [number, stack] of this.stacks) {
      const hex = lattice.find(number);
      if (!hex || hex.x < look.left - 80 || hex.x > look.right + 80) continue;
      if (hex.y < look.top - 80 || hex.y > look.bottom + 80) continue;
      const top = stack.slice(-SHOWN);
      top.forEach((one, i) => {
        const shift = (i - (top.length - 1) / 2) * step;
        this.counter(ctx, one, hex.x + shift, hex.y - shift, size, scale, shared);
      });
      if (stack.length > 1 && scale > 0.3) this.count(ctx, stack.length, hex, size);
    }
  }

  /** One counter. */
  counter(ctx, one, x, y, size, scale, shared) {
    const left = x - size / 2, top = y - size / 2;
    const [ground, ink] = SIDES[one.side] ?? ["#b9a46a", "#222"];
    if (scale > 0.2) {
      ctx.fillStyle = "rgba(0,0,0,.35)";
      ctx.fillRect(left + 2.5, top + 3, size, size);
    }
    const pictures = this.shown(one, shared);
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

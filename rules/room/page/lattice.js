// The hexes of a map: where they lie on the boards (px) and which one a point is in. Exact: the
// same integers as the maps are compiled from.

/** Neighbours of a hex, clockwise from "up" along a line. */
const BESIDE = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];
const CORNERS = [[1, -1], [2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1]];

/** Rounds halves to even, as the map's compiler does. @param {number} x */
function rounded(x) {
  const low = Math.floor(x);
  const rest = x - low;
  if (rest !== 0.5) return Math.round(x);
  return low % 2 === 0 ? low : low + 1;
}

/** @param {number} line @param {number} half */
const key = (line, half) => (line + 4096) * 65536 + half + 32768;

/** @typedef {{id: number, line: number, half: number, number: string, terrain: string,
 *   place: string, x: number, y: number}} Hex */

export class Lattice {
  /** @param {any} record what the room says of the map */
  constructor(record) {
    this.name = record.map;
    this.title = record.title;
    /** Of the map of a game of one's own, what its rules answer; null on any other map. */
    this.own = record.own ?? null;
    /** The module whose ground it is, "" for ours. */
    this.ground = record.ground ?? "";
    this.size = record.size;
    this.tile = record.tile;
    this.levels = record.levels;
    this.boards = record.boards;
    this.bridges = record.bridges;
    this.areas = record.areas;
    this.flat = record.flat;
    [this.lineSign, this.halfSign] = record.signs;
    [this.sx, this.sy] = record.scale;
    [this.left, this.top] = record.corner;
    /** @type {Hex[]} */
    this.hexes = [];
    /** @type {Map<number, Hex>} */
    this.places = new Map();
    /** @type {Map<string, Hex>} */
    this.numbers = new Map();
    const told = record.hexes;
    for (let i = 0; i < told.length; i += 5) {
      const [x, y] = this.pixel(3 * told[i], told[i + 1]);
      const hex = {
        id: i / 5, line: told[i], half: told[i + 1], number: told[i + 2],
        terrain: record.terrains[told[i + 3]].replaceAll("_", " "), place: told[i + 4], x, y,
      };
      this.hexes.push(hex);
      this.places.set(key(hex.line, hex.half), hex);
      this.numbers.set(hex.number, hex);
    }
    /** The corners of a hex around its centre, px. */
    this.corners = CORNERS.map(([dl, dh]) => {
      const [x, y] = this.pixel(dl, dh), [ox, oy] = this.pixel(0, 0);
      return [x - ox, y - oy];
    });
    this.pitch = Math.max(...this.corners.map(([, y]) => y)) * 2;
  }

  /** Px of an affine point. @param {number} along @param {number} across */
  pixel(along, across) {
    const a = along * this.lineSign, b = across * this.halfSign;
    const [x, y] = this.flat ? [a, b] : [b, a];
    return [x * this.sx - this.left, y * this.sy - this.top];
  }

  /** The hex a px lies in, none off the map. @param {number} x @param {number} y */
  hexAt(x, y) {
    const px = (x + this.left) / this.sx, py = (y + this.top) / this.sy;
    const [a, b] = this.flat ? [px, py] : [py, px];
    const along = a * this.lineSign, across = b * this.halfSign;
    const guess = rounded(along / 3);
    let best = null;
    for (const line of [guess - 1, guess, guess + 1]) {
      const odd = ((line + 1) % 2 + 2) % 2;
      const half = 2 * rounded((across - odd) / 2) + odd;
      const gap = (along - 3 * line) ** 2 + 3 * (across - half) ** 2;
      if (!best || gap < best.gap) best = {gap, line, half};
    }
    return best && this.places.get(key(best.line, best.half));
  }

  /** @param {string} number */
  find(number) {
    return this.numbers.get(number);
  }

  /** The neighbours of a hex that are on the map. @param {Hex} hex @returns {Hex[]} */
  beside(hex) {
    return BESIDE.map(([line, half]) => this.places.get(key(hex.line + line, hex.half + half)))
      .filter((one) => one !== undefined);
  }

  /** Hexes between two. @param {Hex} a @param {Hex} b */
  distance(a, b) {
    const lines = Math.abs(a.line - b.line), halves = Math.abs(a.half - b.half);
    return lines + Math.max(0, Math.floor((halves - lines) / 2));
  }

  /** The sides of a hex beyond which none of some hexes lies, px of their ends.
   * @param {Hex} hex @param {Set<Hex>} own */
  edges(hex, own) {
    return BESIDE.flatMap(([line, half], k) => {
      if (own.has(this.places.get(key(hex.line + line, hex.half + half)))) return [];
      return [[this.corners[(k + 5) % 6], this.corners[k]].map(([x, y]) => [hex.x + x, hex.y + y])];
    });
  }

  /** The two ends of the side between adjacent hexes, px. @param {Hex} a @param {Hex} b */
  side(a, b) {
    const k = BESIDE.findIndex(([l, h]) => l === b.line - a.line && h === b.half - a.half);
    if (k < 0) return null;
    return [this.corners[(k + 5) % 6], this.corners[k]].map(([x, y]) => [a.x + x, a.y + y]);
  }
}

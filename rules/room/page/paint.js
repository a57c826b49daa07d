// Answers on the map. Nothing is told by colour alone: what differs has a hatch, a dash, a number
// or a sign, too.

export const INK = {
  near: [20, 90, 170], far: [200, 75, 0], clear: "#1b5aa9", blocked: "#c24a00", open: "#5c5c5c",
  way: "#8a1c7c", cursor: "#111",
};

/** Movement points as players write them. @param {number} cost */
export function halves(cost) {
  const whole = Math.floor(cost), rest = cost - whole;
  return (whole || !rest ? String(whole) : "") + (rest ? "½" : "");
}

/** A hex's outline. */
export function outline(ctx, lattice, hex, inset = 0) {
  const f = 1 - inset;
  ctx.beginPath();
  for (const [x, y] of lattice.corners) ctx.lineTo(hex.x + x * f, hex.y + y * f);
  ctx.closePath();
}

/** Whether a hex may be in sight. */
export function seen(hex, look) {
  return hex && hex.x > look.left - 60 && hex.x < look.right + 60 && hex.y > look.top - 60
    && hex.y < look.bottom + 60;
}

const hatches = new Map();

/** A pattern of lines: "/" or "\\" or "x". */
function hatch(ctx, ink, kind) {
  const name = ink + kind;
  if (!hatches.has(name)) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 16;
    const pen = tile.getContext("2d");
    pen.strokeStyle = ink;
    pen.lineWidth = 2.2;
    pen.beginPath();
    if (kind !== "\\") for (const i of [-16, 0, 16]) { pen.moveTo(i, 16); pen.lineTo(i + 16, 0); }
    if (kind !== "/") for (const i of [-16, 0, 16]) { pen.moveTo(i, 0); pen.lineTo(i + 16, 16); }
    pen.stroke();
    hatches.set(name, tile);
  }
  return ctx.createPattern(hatches.get(name), "repeat");
}

/** Words on a light pill, px of the map. */
export function pill(ctx, text, x, y, size, ink, ground = "rgba(255,255,255,.9)") {
  ctx.font = `700 ${size}px "Barlow Semi Condensed", sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const width = ctx.measureText(text).width + size * 0.6;
  ctx.fillStyle = ground;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - size * 0.62, width, size * 1.24, size * 0.4);
  ctx.fill();
  ctx.fillStyle = ink;
  ctx.fillText(text, x, y + size * 0.06);
}

/** Costs to hexes, mixed from near to far; hatched those in reach by a check alone.
 * @param {Record<string, number>} costs @param {Record<string, number>} checked */
export function reach(costs, checked = {}) {
  const dearest = Math.max(...Object.values(costs), 1);
  const open = hatched([{numbers: Object.keys(checked), ink: INK.open, kind: "/"}]);
  return (ctx, look) => {
    open(ctx, look);
    for (const [number, cost] of Object.entries(costs)) {
      const hex = look.lattice.find(number);
      if (!seen(hex, look)) continue;
      const share = cost / dearest;
      const ink = INK.near.map((a, i) => Math.round(a + (INK.far[i] - a) * share)).join(",");
      outline(ctx, look.lattice, hex, 0.03);
      ctx.fillStyle = `rgba(${ink},.2)`;
      ctx.fill();
      ctx.strokeStyle = `rgba(${ink},.85)`;
      ctx.lineWidth = 2;
      ctx.stroke();
    }
  };
}

/** The numbers of a reach, over the counters; with a question mark those by a check alone.
 * @param {Record<string, number>} costs @param {Record<string, number>} checked */
export function reachNumbers(costs, checked = {}) {
  return (ctx, look) => {
    if (look.scale < 0.2) return;
    const size = look.scale < 0.45 ? 30 : 19;
    for (const [told, sign, ink] of [[costs, "", "#0d2b4d"], [checked, "?", INK.open]]) {
      for (const [number, cost] of Object.entries(told)) {
        const hex = look.lattice.find(number);
        if (!cost || !seen(hex, look)) continue;
        const y = hex.y + (look.scale < 0.45 ? 0 : look.lattice.pitch * 0.34);
        pill(ctx, halves(cost) + sign, hex.x, y, size, ink);
      }
    }
  };
}

/** Hexes by a verdict. @param {{numbers: string[], ink: string, kind?: string}[]} groups */
export function hatched(groups) {
  return (ctx, look) => {
    for (const {numbers, ink, kind} of groups) {
      const pattern = kind ? hatch(ctx, ink, kind) : null;
      for (const number of numbers) {
        const hex = look.lattice.find(number);
        if (!seen(hex, look)) continue;
        outline(ctx, look.lattice, hex, 0.04);
        ctx.globalAlpha = pattern ? 0.55 : 0.2;
        ctx.fillStyle = pattern ?? ink;
        ctx.fill();
        ctx.globalAlpha = 0.9;
        ctx.strokeStyle = ink;
        ctx.lineWidth = 2;
        ctx.stroke();
      }
    }
    ctx.globalAlpha = 1;
  };
}

/** Whole regions, however many hexes: hatched inside, with a line around each.
 * @param {any} lattice @param {{numbers: string[], ink: string, kind: string}[]} groups */
export function regions(lattice, groups) {
  const made = groups.map(({numbers, ink, kind}) => {
    const own = new Set(numbers.map((number) => lattice.find(number)).filter(Boolean));
    const inside = new Path2D(), around = new Path2D();
    for (const hex of own) {
      lattice.corners.forEach(([x, y], i) => (i ? inside.lineTo(hex.x + x, hex.y + y)
        : inside.moveTo(hex.x + x, hex.y + y)));
      inside.closePath();
      for (const [a, b] of lattice.edges(hex, own)) {
        around.moveTo(...a);
        around.lineTo(...b);
      }
    }
    return {inside, around, ink, kind};
  });
  return (ctx, look) => {
    for (const {inside, around, ink, kind} of made) {
      ctx.globalAlpha = 0.45;
      ctx.fillStyle = hatch(ctx, ink, kind);
      ctx.fill(inside);
      ctx.globalAlpha = 1;
      for (const [style, width] of [["#fff", 7], [ink, 4]]) {
        ctx.strokeStyle = style;
        ctx.lineWidth = width * Math.max(1, 0.4 / look.scale);
        ctx.stroke(around);
      }
    }
  };
}

/** A line through hexes with the cost so far at each. */
export function way(stops, {ink = INK.way, dash = [], width = 7, numbers = true, arrow = false} = {}) {
  return (ctx, look) => {
    const points = stops.map(({hex, total}) => ({hex: look.lattice.find(hex), total}))
      .filter((one) => one.hex);
    if (!points.length) return;
    const thin = Math.max(1, 0.5 / look.scale);
    ctx.lineJoin = ctx.lineCap = "round";
    for (const [style, wide, dashes] of [["#fff", width + 4, []], [ink, width, dash]]) {
      ctx.beginPath();
      for (const {hex} of points) ctx.lineTo(hex.x, hex.y);
      ctx.strokeStyle = style;
      ctx.lineWidth = wide * thin;
      ctx.setLineDash(dashes.map((d) => d * thin));
      ctx.stroke();
    }
    ctx.setLineDash([]);
    if (arrow && points.length > 1) arrowhead(ctx, points.at(-2).hex, points.at(-1).hex, ink, thin);
    if (!numbers || look.scale < 0.2) return;
    const size = 20 * Math.min(thin, 1.7);
    points.forEach(({hex, total}, i) => {
      if (i && total !== undefined) pill(ctx, halves(total), hex.x, hex.y, size, ink);
    });
  };
}

/** Where moved counters came to, over the counters: an arrowhead at the hex's edge, so that it
 * hides none, and the name beyond it. @param {{name?: string, hexes: string[]}[]} moves
 * @param {string} ink */
export function arrivals(moves, ink) {
  return (ctx, look) => {
    const thin = Math.max(1, 0.5 / look.scale), named = new Map();
    for (const {name, hexes} of moves) {
      const [from, to] = hexes.slice(-2).map((number) => look.lattice.find(number));
      if (!from || !to || !seen(to, look)) continue;
      const far = Math.hypot(to.x - from.x, to.y - from.y) || 1, back = look.lattice.pitch * 0.36;
      const tip = {x: to.x - (to.x - from.x) / far * back, y: to.y - (to.y - from.y) / far * back};
      arrowhead(ctx, from, tip, ink, thin);
      const side = to.y < from.y ? -1 : 1;
      if (name) named.set(to, {side, names: [...(named.get(to)?.names ?? []), name]});
    }
    for (const [hex, {side, names: [name, ...more]}] of named) {
      pill(ctx, more.length ? `${name} +${more.length}` : name, hex.x,
        hex.y + side * look.lattice.pitch * 0.5, NAME_SIZE / look.scale, "#111");
    }
  };
}

/** The names of moved counters, px of the screen. */
const NAME_SIZE = 13;

/** The head of an arrow from a hex to another. */
function arrowhead(ctx, from, to, ink, thin) {
  const turn = Math.atan2(to.y - from.y, to.x - from.x), length = 26 * thin;
  const at = (angle) => [to.x - length * Math.cos(turn + angle),
    to.y - length * Math.sin(turn + angle)];
  ctx.beginPath();
  ctx.moveTo(to.x, to.y);
  ctx.lineTo(...at(0.45));
  ctx.lineTo(...at(-0.45));
  ctx.closePath();
  ctx.fillStyle = ink;
  ctx.fill();
}

/** A straight line between hexes, with an end that tells the verdict. */
export function sight(from, to, verdict) {
  return (ctx, look) => {
    const a = look.lattice.find(from), b = look.lattice.find(to);
    if (!a || !b) return;
    const ink = INK[verdict] ?? INK.open, thin = Math.max(1, 0.5 / look.scale);
    ctx.lineCap = "round";
    for (const [style, wide] of [["#fff", 8], [ink, 4]]) {
      ctx.beginPath();
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      ctx.strokeStyle = style;
      ctx.lineWidth = wide * thin;
      ctx.setLineDash(verdict === "clear" || style === "#fff" ? [] : [14 * thin, 10 * thin]);
      ctx.stroke();
    }
    ctx.setLineDash([]);
    const sign = {clear: "✓", blocked: "✕"}[verdict] ?? "?";
    pill(ctx, sign, b.x, b.y, 26 * thin, "#fff", ink);
  };
}

/** Rings around hexes, with words. @param {{number: string, ink: string, text?: string}[]} marks */
export function rings(marks) {
  return (ctx, look) => {
    for (const {number, ink, text} of marks) {
      const hex = look.lattice.find(number);
      if (!seen(hex, look)) continue;
      outline(ctx, look.lattice, hex, 0.06);
      ctx.strokeStyle = "#fff";
      ctx.lineWidth = 7;
      ctx.stroke();
      ctx.strokeStyle = ink;
      ctx.lineWidth = 4;
      ctx.stroke();
      if (text && look.scale > 0.25) pill(ctx, text, hex.x, hex.y, 20, "#fff", ink);
    }
  };
}

/** The cursor hex, and the hex under the pointer. */
export function cursor(hex, pointed) {
  return (ctx, look) => {
    if (pointed) {
      outline(ctx, look.lattice, pointed);
      ctx.strokeStyle = "rgba(0,0,0,.55)";
      ctx.lineWidth = 2 / Math.min(1, look.scale * 1.4);
      ctx.stroke();
    }
    if (!hex) return;
    const thin = Math.max(1, 0.6 / look.scale);
    outline(ctx, look.lattice, hex, 0.02);
    ctx.strokeStyle = "#fff";
    ctx.lineWidth = 6 * thin;
    ctx.stroke();
    ctx.strokeStyle = "#111";
    ctx.lineWidth = 3 * thin;
    ctx.setLineDash([12 * thin, 7 * thin]);
    ctx.stroke();
    ctx.setLineDash([]);
  };
}

const GROUNDS = {woods: "#a9c59a", town: "#d9b79c", village: "#e3cbb0", city: "#cfa58a",
  polder: "#dfe6c8", swamp: "#c9d9e0", river: "#a9cbe4", impassable: "#c9c9c9"};

/** A plain map, while the boards are not there. */
export function grid(ctx, look) {
  for (const hex of look.lattice.hexes) {
    if (!seen(hex, look)) continue;
    outline(ctx, look.lattice, hex);
    ctx.fillStyle = GROUNDS[hex.terrain] ?? "#efe8cf";
    ctx.fill();
    if (look.scale < 0.15) continue;
    ctx.strokeStyle = "#b5ab8c";
    ctx.lineWidth = 1;
    ctx.stroke();
    if (look.scale < 0.4) continue;
    ctx.fillStyle = "#6f6753";
    ctx.font = '500 12px "Barlow Semi Condensed", sans-serif';
    ctx.textAlign = "center";
    ctx.fillText(hex.number, hex.x, hex.y - look.lattice.pitch * 0.36);
    if (hex.place) ctx.fillText(hex.place, hex.x, hex.y + look.lattice.pitch * 0.42);
  }
}

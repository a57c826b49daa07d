// What an answer rests on, place by place: a list in its receipt, and the same hexes and hexsides
// marked on the map, with a letter and a pattern of lines for where each fact comes from.

import {make, speak} from "./elements.js";
import {outline, pill, seen} from "./paint.js";
import {needText} from "./plain.js";

/** Where facts come from, the weakest last: the letter, the words, the ink, the dashes (px). */
const KINDS = {
  rulebook: ["R", "the rulebook", "#17293a", []],
  owner: ["Y", "your module", "#5b2c83", [18, 4, 4, 4]],
  survey: ["M", "our map", "#0f6b6b", [14, 7]],
  assumed: ["A", "assumed", "#8a5a00", [3, 7]],
  unknown: ["?", "not known", "#a3123f", [10, 4, 2, 4, 2, 4]],
};
const ORDER = Object.keys(KINDS);
// A number of a map that prints no dot has three digits or more; of what else has, no hex is found.
const NUMBER = /[A-Z]*\d+(?:\.|\d)\d+/g;
const PAIR = /([A-Z]*\d+(?:\.|\d)\d+)\/([A-Z]*\d+(?:\.|\d)\d+)/g;

/** A place an answer rests on: a hex, or the side between two.
 * @typedef {{hexes: any[], kind: string, whys: Set<string>}} Place */

/** The hexes and hexsides that a text names. @param {string} text @param {any} lattice */
function named(text, lattice) {
  const found = [];
  const left = text.replace(PAIR, (both, a, b) => {
    const two = [lattice.find(a), lattice.find(b)];
    if (!two.every(Boolean)) return both;
    found.push(two);
    return "";
  });
  for (const number of left.match(NUMBER) ?? []) {
    const hex = lattice.find(number);
    if (hex) found.push([hex]);
  }
  for (const {name, hexside} of lattice.bridges) {
    if (name && left.includes(name)) found.push(...named(hexside, lattice));
  }
  return found;
}

/** Where a line of a receipt is: the hexside it crosses, its hex, or what its words name. */
function placesOf({from = "", to = "", why = ""}, lattice) {
  const [a, b] = [lattice.find(from), lattice.find(to)];
  if (a && b && lattice.distance(a, b) === 1) return [[a, b]];
  if (a || b) return [[b ?? a]];
  return named([from, to, why].join(" "), lattice);
}

/** The places an answer rests on, each with the weakest of its facts.
 * @param {any} answer @param {any} lattice @returns {Place[]} */
export function places(answer, lattice) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  const add = (hexes, kind, why) => {
    const key = hexes.map(({id}) => id).sort((a, b) => a - b).join("/");
    const one = found.get(key) ?? {hexes, kind, whys: new Set()};
    if (ORDER.indexOf(kind) > ORDER.indexOf(one.kind)) one.kind = kind;
    one.whys.add(why);
    found.set(key, one);
  };
  for (const step of answer.steps ?? []) {
    const kind = step.provenance in KINDS ? step.provenance : "rulebook";
    for (const hexes of placesOf(step, lattice)) add(hexes, kind, step.why ?? "");
  }
  for (const need of answer.needs ?? []) {
    // The parameter that tells it may name the hexside.
    for (const hexes of named(`${need.path} ${need.ask}`, lattice)) add(hexes, "unknown", needText(need));
  }
  for (const text of answer.unchecked ?? []) {
    for (const hexes of named(text, lattice)) add(hexes, "unknown", text);
  }
  return [...found.values()];
}

const called = ({hexes}) => hexes.map(({number}) => number).join("–");

/** What each element of a receipt shows on the map. @type {WeakMap<Element, Place[]>} */
const shown = new WeakMap();

/** The places of an answer as a part of its receipt, null where it names none.
 * @param {any} answer @param {any} lattice */
export function grounds(answer, lattice) {
  const found = places(answer, lattice);
  if (!found.length) return null;
  const groups = ORDER.map((kind) => [kind, found.filter((one) => one.kind === kind)])
    .filter(([, many]) => many.length);
  const box = make("div", {class: "grounds"},
    make("button", {type: "button", class: "toggle", "aria-keyshortcuts": "g"}, "On the map (g)"),
    make("details", {}, make("summary", {}, "Rests on, place by place: ",
      groups.map(([kind, many]) => `${many.length} ${KINDS[kind][1]}`).join(", ")),
    make("ul", {}, groups.map(([kind, many]) => make("li", {class: kind},
      make("span", {class: "letter"}, KINDS[kind][0]), ` ${KINDS[kind][1]}: `,
      many.flatMap((one, i) => [i ? ", " : "", make("button", {class: "at", type: "button",
        "data-hex": one.hexes[0].number, title: [...one.whys].join("; ")}, called(one))]))))));
  shown.set(box, found);
  return box;
}

/** Marks on the map what the receipts in the panel rest on, as long as they stand there. */
export class Grounds {
  /** @param {any} desk */
  constructor(desk) {
    this.desk = desk;
    this.on = true;
    /** @type {Place[]} */
    this.places = [];
    const {element} = desk.panel;
    new MutationObserver(() => this.look()).observe(element, {childList: true, subtree: true});
    element.addEventListener("click", (event) => {
      if (event.target.closest(".grounds .toggle")) this.toggle();
    });
  }

  /** Take over what the panel shows now. */
  look() {
    const boxes = [...this.desk.panel.element.querySelectorAll(".grounds")];
    if (!boxes.length && !this.places.length) return;
    this.places = boxes.flatMap((one) => shown.get(one) ?? []);
    for (const box of boxes) {
      box.querySelector(".toggle").setAttribute("aria-pressed", String(this.on));
    }
    this.draw();
  }

  toggle() {
    this.on = !this.on;
    this.look();
    speak(this.on ? `${this.places.length} places marked` : "places no longer marked");
  }

  draw() {
    const {view} = this.desk;
    view.painter("grounds", 75, this.on && this.places.length ? marks(this.places) : null);
  }

  /** What the answer takes from a hex and its sides, in words. @param {any} hex */
  words(hex) {
    if (!this.on) return "";
    return this.places.filter(({hexes}) => hexes.includes(hex)).map((one) => {
      const other = one.hexes.find((it) => it !== hex);
      return `${other ? `to ${other.number} ` : ""}${KINDS[one.kind][1]}: ${[...one.whys][0]}`;
    }).join("; ");
  }
}

/** Places marked with lines and letters. @param {Place[]} many */
function marks(many) {
  return (ctx, look) => {
    const {lattice, scale} = look;
    for (const {hexes: [a, b], kind} of many) {
      if (!seen(a, look)) continue;
      const [letter, , ink, dash] = KINDS[kind];
      const side = b && lattice.side(a, b);
      for (const [style, width, dashes] of [["#fff", 7, []], [ink, 4, dash]]) {
        if (side) {
          ctx.beginPath();
          for (const [x, y] of side) ctx.lineTo(x, y);
        } else outline(ctx, lattice, a, 0.12);
        ctx.strokeStyle = style;
        ctx.lineWidth = width;
        ctx.setLineDash(dashes);
        ctx.stroke();
      }
      ctx.setLineDash([]);
      if (scale < 0.3) continue;
      const [x, y] = side ? [(side[0][0] + side[1][0]) / 2, (side[0][1] + side[1][1]) / 2]
        : [a.x, a.y - lattice.pitch * 0.4];
      pill(ctx, letter, x, y, 15, "#fff", ink);
    }
  };
}

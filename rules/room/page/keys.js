// The keyboard: everything a pointer does.

import {byId, make, speak} from "./elements.js";

const ARROWS = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};

const HELP = [
  ["Arrow keys", "move the cursor hex; with Shift five hexes"],
  ["Enter, Space", "ask at the cursor hex; with Shift as a stop, or from there"],
  ["Escape", "back by one step"],
  ["n, N", "next unit, the one before"],
  ["+ −", "zoom"],
  ["/", "find, or ask in words"],
  ["[ ]", "step back, step on; also k and j"],
  ["f F", "next finding, the one before"],
  ["b", "before and after"],
  ["{ }", "first step, last step"],
  ["l", "layers"],
  ["g", "marks on the map of what an answer rests on"],
  ["o", "what is said of the position"],
  ["u", "undo what was tried out"],
  ["?", "this list"],
];

export class Keys {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, () => void>} */
    this.more = new Map();
    this.anchor = null;
    byId("map").addEventListener("keydown", (event) => this.onMap(event));
    document.addEventListener("keydown", (event) => this.anywhere(event));
  }

  onMap(event) {
    if (event.ctrlKey || event.metaKey) return;
    const {desk} = this, arrow = ARROWS[event.key];
    if (arrow) {
      let hex = desk.at ?? this.middle();
      if (desk.at) for (let i = event.shiftKey ? 5 : 1; i > 0; i--) {
        hex = this.next(hex, arrow) ?? hex;
      }
      if (hex) desk.move(hex);
    } else if (event.key === "Enter" || event.key === " ") {
      const hex = desk.at ?? this.middle();
      if (hex) {
        desk.at = hex;
        desk.cursor();
        desk.pick(hex, event.shiftKey);
      }
    } else return;
    event.preventDefault();
  }

  /** The next hex in a direction, straight on as far as a lattice allows. */
  next(hex, [dx, dy]) {
    const {lattice} = this.desk;
    if (!this.anchor || this.anchor.hex !== hex || this.anchor.dx !== dx || this.anchor.dy !== dy) {
      this.anchor = {x: hex.x, y: hex.y, dx, dy};
    }
    const {x, y} = this.anchor;
    const off = (one) => (dx ? Math.abs(one.y - y) : Math.abs(one.x - x));
    const ahead = lattice.beside(hex).filter((one) =>
      (one.x - hex.x) * dx + (one.y - hex.y) * dy > lattice.pitch * 0.3);
    const found = ahead.sort((a, b) => off(a) - off(b))[0];
    if (found) this.anchor.hex = found;
    return found;
  }

  /** The hex in the middle of the window. */
  middle() {
    const {view, lattice} = this.desk, at = view.map.getCenter();
    return lattice?.hexAt(at.lng, -at.lat) ?? lattice?.hexes[0];
  }

  anywhere(event) {
    const typing = event.target.closest?.("input:not([type=checkbox]), textarea, select");
    if (event.key === "Escape") {
      if (typing) byId("map").focus();
      else if (!document.querySelector("dialog[open]")) this.desk.tool.back();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.action(event.key);
    if (act) {
      event.preventDefault();
      act();
    }
  }

  action(key) {
    const {desk} = this;
    const tool = desk.usable.find((one) => one.constructor.key === key);
    if (tool) return () => desk.take(tool.constructor.id);
    return {
      "+": () => desk.view.zoom(0.5), "=": () => desk.view.zoom(0.5),
      "-": () => desk.view.zoom(-0.5), "/": () => byId("ask").focus(),
      "?": () => this.help(), u: () => this.undo(), n: () => this.unit(1), N: () => this.unit(-1),
    }[key] ?? this.more.get(key);
  }

  undo() {
    const last = this.desk.position.undo();
    this.desk.news(last ? `Undone: ${last.text}` : "Nothing was tried out.");
  }

  /** Go to the next unit on the map. @param {number} by */
  unit(by) {
    const {desk} = this;
    const hexes = [...new Set(desk.position.counters.filter((one) => one.role === "unit")
      .map((one) => one.hex))].map((number) => desk.lattice.find(number)).filter(Boolean)
      .sort((a, b) => a.id - b.id);
    if (!hexes.length) return speak("no units on the map");
    const at = desk.at?.id ?? -1;
    const later = hexes.filter((one) => one.id > at), before = hexes.filter((one) => one.id < at);
    const next = by > 0 ? later[0] ?? hexes[0] : before[before.length - 1] ?? hexes.at(-1);
    byId("map").focus();
    return desk.move(next);
  }

  help() {
    const tools = this.desk.usable.map(({constructor: kind}) =>
      [kind.key, `take the tool ${kind.label}`]);
    const rows = [...tools, ...HELP].map(([key, what]) => make("tr", {},
      make("th", {scope: "row"}, make("kbd", {}, key)), make("td", {}, what)));
    const close = make("button", {click: () => dialog.close()}, "Close");
    const dialog = make("dialog", {"aria-labelledby": "keys", close: () => dialog.remove()},
      make("h2", {id: "keys"}, "Keys"), make("table", {class: "keys"}, make("tbody", {}, rows)),
      close);
    document.body.append(dialog);
    dialog.showModal();
  }
}

// What all tools share: the map, the pieces, the position, the panel for answers.

import {byId, make, speak} from "./elements.js";
import {Grounds} from "./grounds.js";
import {Lattice} from "./lattice.js";
import {cursor} from "./paint.js";
import {refusal} from "./plain.js";
import {Pieces} from "./pieces.js";
import {Position} from "./position.js";
import {Control} from "./tools/control.js";
import {Fight} from "./tools/fight.js";
import {About} from "./tools/hex.js";
import {Move} from "./tools/move.js";
import {Route, Supply} from "./tools/route.js";
import {Sight} from "./tools/sight.js";
import {Turn} from "./tools/turn.js";
import {WhatIf} from "./tools/whatif.js";
import {Zones} from "./tools/zones.js";
import {View} from "./view.js";

const TOOLS = [Move, Fight, Control, Sight, Route, Supply, Turn, WhatIf, Zones, About];

export class Panel {
  constructor() {
    this.element = byId("panel");
    // On a small screen the panel is a sheet, which this draws over the map and back.
    const grip = byId("grip");
    grip.addEventListener("click", () => {
      const up = document.body.classList.toggle("sheet");
      grip.setAttribute("aria-expanded", String(up));
      grip.textContent = up ? "▼ More of the map" : "▲ More of the answer";
    });
  }

  /** @param {...any} nodes */
  show(...nodes) {
    this.element.replaceChildren(...nodes.filter(Boolean));
    this.element.scrollTop = 0;
    performance.mark("panel");
  }

  /** @param {Error} error @param {any} [about] what was asked about */
  trouble(error, about) {
    const told = refusal(error);
    this.show(about ?? make("h2", {}, "No answer"), make("p", {class: "trouble"}, told));
    speak(told);
  }
}

export class Desk extends EventTarget {
  /** @param {import("./rpc.js").Room} room */
  constructor(room) {
    super();
    this.room = room;
    this.view = new View(byId("map"));
    this.panel = new Panel();
    this.position = new Position(room);
    this.pieces = new Pieces(this.view);
    this.grounds = new Grounds(this);
    this.lattices = new Map();
    this.kept = [];
    /** The question answered last, with what it is called. */
    this.asked = null;
    this.at = null;
    this.pointed = null;
    this.tools = TOOLS.map((Kind) => new Kind(this));
    this.tool = this.tools[0];
    this.about = this.tools[this.tools.length - 1];
    this.position.addEventListener("change", () => this.positioned());
    this.view.addEventListener("click", (event) => this.clicked(event.detail));
    this.view.addEventListener("contextmenu", (event) => this.clicked({...event.detail,
      more: true}));
    this.view.addEventListener("mousemove", (event) => this.point(event.detail.hex));
  }

  get lattice() {
    return this.view.lattice;
  }

  /** The tools of the map. */
  get usable() {
    const name = this.lattice?.name ?? "", own = this.lattice?.own;
    const fits = ({constructor: kind}) => (own
      ? own.includes(kind.asks)
      : (!kind.only || kind.only.includes(name)) && !kind.not?.includes(name));
    return this.tools.filter(fits);
  }

  /** Show the boards of a map, if they are not shown already. @param {string} [map]
   * @param {string} [ground] the module whose ground it is, ours if left out */
  async board(map, ground = "") {
    if (!map || (this.lattice?.name === map && this.lattice.ground === ground)) return;
    const key = ground ? `${map} ${ground}` : map;
    if (!this.lattices.has(key)) {
      const query = ground ? `?${new URLSearchParams({ground})}` : "";
      const told = await this.room.json(`/maps/${map}${query}`);
      this.lattices.set(key, new Lattice({...told, ground}));
    }
    this.tool.clear();
    this.view.show(this.lattices.get(key), this.room.art);
    this.at = this.pointed = null;
    this.cursor();
  }

  /** Show a tape: its map, and its first moment. @param {any} tape */
  async open(tape) {
    await this.board(tape.map, tape.ground);
    this.tool.clear();
    this.at = this.pointed = null;
    this.asked = null;
    this.opening = true;
    this.position.open(tape);
    this.opening = false;
    this.cursor();
    if (!this.usable.includes(this.tool)) this.tool = this.tools[0];
    const standing = tape.counters.filter((one) => one.hex && one.role === "unit")
      .map((one) => this.lattice.find(one.hex)).filter(Boolean);
    if (standing.length) this.view.open(standing, -0.5);
    this.dispatchEvent(new Event("opened"));
    await this.tool.begun();
    if (this.timeline?.begins) this.timeline.story();
  }

  /** Take a tool up. @param {string} id */
  take(id) {
    const next = this.usable.find((one) => one.constructor.id === id);
    if (!next) return;
    this.tool.clear();
    this.tool = next;
    this.dispatchEvent(new Event("tool"));
    this.tool.begun();
  }

  positioned() {
    this.pieces.show(this.position.counters);
    if (!this.opening) this.tool.again();
    this.dispatchEvent(new Event("position"));
  }

  /** @param {{hex: any, more: boolean}} detail */
  clicked({hex, more}) {
    if (!hex) return;
    this.at = hex;
    this.cursor();
    this.pick(hex, more);
  }

  /** Ask about a hex with the tool at hand. */
  async pick(hex, more = false) {
    performance.mark("asked");
    this.dispatchEvent(new Event("picked"));
    await this.tool.pick(hex, more);
    performance.measure("answered", "asked");
  }

  async describe(hex) {
    await this.about.tell(hex);
  }

  /** The pointer is over a hex. */
  point(hex) {
    if (hex === this.pointed) return;
    this.pointed = hex;
    this.cursor();
  }

  cursor() {
    const {at, pointed} = this;
    this.view.painter("cursor", 90, cursor(at, pointed));
    const hex = pointed ?? at;
    byId("place").textContent = hex ? this.words(hex) : "";
  }

  /** A hex in a line. @param {any} hex */
  words(hex) {
    const units = this.pieces.in(hex.number).map((one) => one.name);
    return [hex.number, hex.place, hex.terrain, units.join(", "), this.tool.over?.(hex),
      this.grounds.words(hex)]
      .filter(Boolean).join(" · ");
  }

  /** Move the cursor hex. @param {any} hex */
  move(hex) {
    this.at = hex;
    this.pointed = null;
    this.view.reveal(hex);
    this.cursor();
    speak(this.words(hex));
  }

  /** @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.news("Copied.");
    } catch {
      this.panel.show(make("h2", {}, "To copy"), make("textarea", {rows: 12, readonly: true,
        "aria-label": "Text to copy", value: text}));
      this.panel.element.querySelector("textarea").select();
    }
  }

  /** Keep an answer with the position, if it was asked about one. */
  keep([method, params, about = true], answer) {
    const {position} = this, {map, step} = position;
    this.kept.push({method, params: about ? {map, ...params} : params, answer, step,
      lattice: this.lattice, state: about ? position.state() : undefined});
    this.news(`Kept: ${this.kept.length} ${this.kept.length === 1 ? "answer" : "answers"}.`);
    this.dispatchEvent(new Event("kept"));
  }

  /** A line above the map that goes by itself. @param {string} text @param {boolean} [stays]
   * @param {boolean} [busy] whether something is being made, with a bar that says so */
  news(text, stays = false, busy = false) {
    const line = byId("news");
    line.replaceChildren(text, busy ? make("progress", {"aria-label": text}) : "");
    line.hidden = !text;
    clearTimeout(this.quiet);
    if (text && !stays) this.quiet = setTimeout(() => { line.hidden = true; }, 4000);
  }
}

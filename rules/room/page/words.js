// The box for words: a hex, a place, a unit, or a question as on the command line.

import {byId, make, speak} from "./elements.js";
import {INK, halves, hatched, reach, reachNumbers, way} from "./paint.js";
import {plain} from "./plain.js";
import {forChat, receipt} from "./receipt.js";

const SOON = 90;

export class Words {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.input = byId("ask");
    /** What was asked last: what is said next may go on with it. @type {any} */
    this.before = null;
    /** The question whose answer is shown. */
    this.shown = "";
    /** What was refused for what it lacks: what is said next may be that. */
    this.begun = "";
    byId("words").addEventListener("submit", (event) => {
      event.preventDefault();
      this.asked(this.input.value.trim());
    });
    this.input.addEventListener("input", () => {
      clearTimeout(this.soon);
      this.soon = setTimeout(() => this.offer(), SOON);
    });
    for (const name of ["tool", "opened"]) desk.addEventListener(name, () => this.clear());
    for (const name of ["picked", "taken"]) desk.addEventListener(name, () => { this.shown = ""; });
  }

  /** The places and units a text begins, then what the grammar offers. */
  async offer() {
    const text = this.input.value, low = text.toLowerCase(), {lattice, position} = this.desk;
    if (text.length < 2) return;
    const places = lattice.hexes.filter((one) => one.place.toLowerCase().startsWith(low)
      || one.number.startsWith(text)).slice(0, 8).map((one) => [one.place || one.number,
      one.number]);
    const units = position.counters.filter((one) => one.name.toLowerCase().includes(low))
      .slice(0, 8).map((one) => [one.name, one.hex ?? one.place ?? ""]);
    const body = JSON.stringify({text, map: lattice.name, complete: true});
    const more = await this.desk.room.json("/words", {method: "POST", body}).catch(() => []);
    if (text !== this.input.value) return;
    byId("found").replaceChildren(...[...places, ...units, ...more.slice(0, 20)]
      .map(([value, label]) => make("option", {value}, label)));
  }

  /** Where something of that name is, if it is on the map. */
  place(text) {
    const {lattice, position} = this.desk, low = text.toLowerCase();
    const unit = position.counters.find((one) => one.name.toLowerCase() === low
      || one.id === text);
    return lattice.find(text) ?? lattice.find(unit?.hex)
      ?? lattice.hexes.find((one) => one.place.toLowerCase() === low);
  }

  /** @param {string} text */
  async asked(text) {
    if (!text) return;
    const {desk} = this, hex = this.place(text);
    if (hex) {
      desk.view.fit([hex], Math.max(-0.75, Math.min(0, desk.view.map.getZoom())));
      desk.at = hex;
      desk.cursor();
      await desk.pick(hex);
      return;
    }
    try {
      const {whole, method, params, said, before, rules} = await this.understood(text);
      const {map, state: _, ...rest} = params;
      const about = (map === undefined || map === desk.lattice.name) && takesState(params);
      const answer = about ? await desk.position.ask(method, rest)
        : await desk.room.ask(method, params);
      this.before = before;
      this.begun = "";
      const more = rules && answer.verdict === "undetermined"
        ? await desk.room.ask("rule.find", rules) : null;
      this.show(whole, answer, about ? [method, rest] : [method, params, false], said, more);
    } catch (error) {
      desk.panel.trouble(error);
    }
  }

  /** What words ask: by themselves, or as more of what was asked or begun before.
   * @param {string} text @returns {Promise<any>} */
  async understood(text) {
    const {desk} = this, state = await desk.position.handle();
    const read = async (whole) => ({whole, ...await desk.room.json("/words", {method: "POST",
      body: JSON.stringify({text: whole, map: desk.lattice.name, state, before: this.before})})});
    try {
      if (this.begun) {
        const more = await read(`${this.begun} ${text}`).catch(() => null);
        if (more) return more;
      }
      return await read(text);
    } catch (error) {
      // What is missing may be said next.
      if (/^missing/.test(error.message)) this.begun = text;
      throw error;
    }
  }

  /** @param {any} [rules] what the rules say of words that do not decide it */
  show(text, answer, question, said, rules) {
    const {desk} = this;
    desk.tool.clear();
    this.clear();
    this.shown = text;
    desk.dispatchEvent(new Event("question"));
    const {view} = desk;
    if (answer.path) view.painter("words way", 70, way(answer.path.map((one) =>
      (typeof one === "string" ? {hex: one} : one))));
    if (answer.hexes && !Array.isArray(answer.hexes)) {
      view.painter("words reach", 20, reach(answer.hexes, answer.by_check));
      view.painter("words numbers", 60, reachNumbers(answer.hexes, answer.by_check));
    }
    if (Array.isArray(answer.clear)) {
      view.painter("words fan", 20, hatched([{numbers: answer.clear, ink: INK.clear},
        {numbers: answer.blocked ?? [], ink: INK.blocked, kind: "/"}]));
    }
    const gist = answer.verdict ? receipt(answer, {label: text, lattice: desk.lattice, actions: [
      make("button", {click: () => desk.copy(forChat(answer))}, "Copy for chat"),
      make("button", {click: () => desk.keep(question, answer)}, "Keep")]})
      : make("section", {class: "receipt"}, make("p", {class: "gist"},
        plain(answer.summary ?? (answer.near ? "No rule has all of these words; the nearest:"
          : question[0] === "rule.find" ? "The rules say:" : question[0]))),
      answer.clauses ? clauses(answer) : values(answer));
    const more = rules ? make("section", {class: "receipt"}, make("h3", {}, "The rules say"),
      clauses(rules)) : null;
    desk.panel.show(make("h2", {title: said.join("\n")}, text), gist, more, ...said.map((one) =>
      make("p", {class: "hint"}, one)));
    speak(answer.summary ?? "answered");
  }

  clear() {
    this.shown = "";
    for (const name of ["way", "reach", "numbers", "fan"]) {
      this.desk.view.painter(`words ${name}`, 0, null);
    }
  }
}

const takesState = (params) => "state" in params;

/** Clauses of the rules, each with where it stands. @param {any} answer */
function clauses(answer) {
  return make("ul", {}, answer.clauses.map(({title, told}) => make("li", {}, make("strong", {}, title),
    told.map(({text, rules}) => make("p", {class: "clause"}, `${text} [${rules.join(", ")}]`)))));
}

/** Any answer as a list. @param {any} told */
function values(told) {
  if (told === null || typeof told !== "object") {
    return typeof told === "number" ? halves(told) : String(told);
  }
  return make("ul", {}, Object.entries(told).filter(([name]) => name !== "summary")
    .map(([name, one]) => make("li", {}, Array.isArray(told) ? "" : `${name}: `, values(one))));
}

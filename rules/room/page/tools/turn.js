// The turn as a checklist: what is due, what the position decides, what is missing; each question
// asked on the spot, dice rolled where everybody sees them, and what was done written down.

import {askForm, diceIn, filled} from "../asks.js";
import {roll} from "../dice.js";
import {make, speak} from "../elements.js";
import {needText, plain, refusal} from "../plain.js";
import {recordForm} from "../records.js";
import {SIGNS} from "../receipt.js";
import {Tool} from "./tool.js";

const TIMES = ["0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night"];
const FIRST = /^(?<time>\d{4}|Night|AM|PM), September (?<day>\d+)(, \d+)?$/;

/** What is said of a step in which a die is thrown. */
const THROWN = /\b(rolls?|die|dice)\b/i;

/** The turn a scenario begins with, where nobody has said another. @param {any} tape */
function begins({source, turn = ""}) {
  const {time, day} = source.kind === "scenario" && FIRST.exec(turn)?.groups || {};
  if (!time) return {};
  if (time.length > 2) return {time, date: `1944-09-${day.padStart(2, "0")}`};
  // It Never Snows counts from the afternoon of September 17, two turns a day.
  return {number: 2 * (Number(day) - 17) + Number(time === "PM")};
}

export class Turn extends Tool {
  static id = "turn";
  static key = "t";
  static label = "Turn";

  get scs() {
    return this.desk.lattice.name === "ins";
  }

  async begun() {
    const signal = this.begin(), {desk} = this;
    let items = [], summary = "", trouble = null;
    try {
      const state = await desk.position.state();
      this.now = {...begins(desk.position.tape), ...state.turn};
      this.state = Object.keys(this.now).length ? {...state, turn: this.now} : state;
      const answer = await this.list(signal);
      items = answer.list ?? answer.phases ?? [];
      ({summary} = answer);
    } catch (error) {
      trouble = refusal(error);
    }
    if (signal.aborted) return;
    /** What the list asks for already: it is asked once. @type {Set<string>} */
    this.needed = new Set();
    this.when = this.scs ? `turn ${this.now.number ?? "?"}`
      : [this.now.date, this.time].filter(Boolean).join(" ");
    const rows = items.map((one) => this.item(one));
    desk.panel.show(this.chooser(), trouble ? make("p", {class: "trouble"}, trouble)
      : make("p", {class: "gist"}, summary), make("ol", {class: "due"}, rows.map((row) =>
      row.element)), this.journal());
    speak(trouble ?? summary);
    for (const row of rows) {
      if (signal.aborted) return;
      await row.fill(signal);
    }
  }

  get time() {
    return this.now.time ?? "1900";
  }

  /** What is due. */
  list(signal) {
    const {position, room, lattice} = this.desk, {date} = this.now, {time} = this;
    if (this.scs) return position.ask("turn.list", {}, signal, this.state);
    return time === "1900" && date
      ? position.ask("turn.1900", {date, map: undefined}, signal, this.state)
      : room.ask("turn.list", {map: lattice.name, time, ...date ? {date} : {},
        ...this.state.scenario ? {scenario: this.state.scenario} : {}}, signal);
  }

  /** Which turn it is: said of the position, where it does not say it. */
  chooser() {
    const {position} = this.desk;
    const say = (path, kind) => (event) => position.say(path, event.target.value === "" ? undefined
      : kind(event.target.value));
    const fields = this.scs ? [make("label", {for: "number"}, "number "),
      make("input", {id: "number", type: "number", min: 1, max: 99, value: this.now.number ?? "",
        change: say("turn.number", Number)})]
      : [make("label", {for: "date"}, "of "), make("input", {id: "date", type: "date",
        min: "1944-09-17", max: "1944-09-30", value: this.now.date ?? "",
        change: say("turn.date", String)}),
      make("select", {id: "time", "aria-label": "Turn of the day", change: say("turn.time", String)},
        TIMES.map((time) => make("option", {value: time, selected: time === this.time}, time)))];
    return make("div", {class: "row"}, make("h2", {}, "Turn"), ...fields);
  }

  /** What was done, so far. */
  journal() {
    const {desk} = this, {position} = desk;
    this.written = make("ol", {id: "done"});
    this.tell();
    return make("section", {class: "receipt"}, make("h3", {}, "What was done"), this.written,
      make("div", {class: "actions"},
        make("button", {click: () => desk.copy(position.done.join("\n"))}, "Copy for chat"),
        make("button", {click: () => position.strike()}, "Strike the last line")));
  }

  tell() {
    this.written.replaceChildren(...this.desk.position.done.map((one) => make("li", {}, one)));
  }

  /** Write down what was done; the position keeps it. @param {string} text
   * @param {(one: any) => any} [state] what it changes */
  write(text, state) {
    this.desk.position.write(text, state);
    this.tell();
  }

  /** One thing that is due, and how the position fills it in. */
  item(one) {
    const {desk} = this, {position} = desk, title = one.title ?? one.text;
    const line = `${this.when}: ${one.side ? `${one.side} ` : ""}${title}`;
    const known = {...this.now.date ? {date: this.now.date} : {}, time: this.time,
      ...this.now.date ? {turn: {date: this.now.date, time: this.time}} : {},
      ...this.now.weather ? {weather: this.now.weather} : {}, ...one.side ? {side: one.side} : {}};
    const write = (text) => this.write(`${line}: ${text}`);
    const tick = make("input", {type: "checkbox", checked: one.done || position.done.includes(line),
      "aria-label": `Done: ${title}`, change: () => {
        if (!tick.checked) return position.strike(line);
        this.write(line);
        if (one.records) record.replaceChildren(recordForm(this, one.records, line));
      }});
    const open = one.records && !one.done && position.done.includes(line);
    const record = make("div", {}, open ? recordForm(this, one.records, line) : null);
    const dice = make("span", {});
    const found = make("ul", {class: "small found"}), out = make("div", {});
    const off = one.applies === "no";
    const small = (text, kind = "small") => (text ? make("p", {class: kind}, text) : null);
    const element = make("li", {class: off ? "not" : null},
      make("div", {class: "row"}, tick, make("strong", {}, one.side ? `${one.side}: ${title}`
        : title), off ? `does not apply${one.why ? `: ${one.why}` : ""}` : ""),
      one.title ? small(one.text ?? one.does) : null,
      one.decided?.length ? make("ul", {class: "small"}, one.decided.map((told) =>
        make("li", {}, told))) : null,
      one.missing?.length ? small(`Not known: ${one.missing.map(plain).join(", ")}`, "needs small") : null,
      record, found, make("div", {class: "actions"}, dice,
        one.cite ?? one.rule ? make("button", {class: "rule", "data-rule": one.cite ?? one.rule},
          one.cite ?? one.rule) : null),
      out, (one.ask ?? []).map((method) => askForm(this, method, known, write)));
    const fill = async (signal) => {
      const thrown = off || !THROWN.test(`${title} ${one.text ?? ""}`) ? null : await diceIn(desk, one.ask ?? []);
      if (thrown) dice.replaceChildren(make("button", {type: "button",
        click: () => roll(thrown, out, write)}, thrown.many > 1 ? "Roll the dice" : "Roll a die"));
      for (const method of off ? [] : one.ask ?? []) {
        const answer = await filled(this, method, known, signal).catch(() => null);
        if (!answer?.summary) continue;
        const told = position.named(answer.summary === answer.verdict && answer.needs?.length
          ? `needs ${answer.needs.map(needText).join("; ")}` : plain(answer.summary));
        if (answer.verdict === "undetermined") {
          if (this.needed.has(told)) continue;
          this.needed.add(told);
        }
        found.append(make("li", {}, `${SIGNS[answer.verdict] ?? ""} ${told}`));
      }
    };
    return {element, fill};
  }

  /** The position has changed: fill the list in anew. */
  again() {
    if (this.desk.tool === this) this.begun();
  }

  async pick(hex) {
    return this.desk.describe(hex);
  }
}

// The turn as a checklist: what is due, what the position decides, what is missing; each question
// asked on the spot, dice rolled where everybody sees them, and what was done written down.

import {make, speak} from "../elements.js";
import {Tool} from "./tool.js";

const TIMES = ["0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night"];

/** A ten-sided die, as fair as the browser's own chance. */
function roll() {
  const [byte] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 250 ? byte % 10 : roll();
}

export class Turn extends Tool {
  static id = "turn";
  static key = "t";
  static label = "Turn";
  static not = ["ins"];

  constructor(desk) {
    super(desk);
    /** What was done, by item, and in order. @type {Map<string, boolean>} */
    this.ticked = new Map();
    this.journal = [];
  }

  async begun() {
    const signal = this.begin();
    let state;
    try {
      state = await this.desk.position.state();
    } catch (error) {
      return this.desk.panel.trouble(error);
    }
    this.time ??= state.turn?.time ?? "1900";
    const {room, position, lattice} = this.desk;
    let answer;
    try {
      answer = this.time === "1900"
        ? await room.ask("turn.1900", {state: await position.handle(), ...this.date(state)}, signal)
        : await room.ask("turn.list", {map: lattice.name, time: this.time}, signal);
    } catch (error) {
      if (!signal.aborted) this.desk.panel.trouble(error, this.chooser());
      return null;
    }
    if (signal.aborted) return null;
    this.desk.panel.show(this.chooser(), make("p", {class: "gist"}, answer.summary),
      make("ol", {class: "due"}, (answer.list ?? []).map((one) => this.item(one))),
      make("section", {class: "receipt"}, make("h3", {}, "What was done"),
        this.list = make("ol", {}, this.journal.map((one) => make("li", {}, one))),
        make("button", {click: () => this.desk.copy(this.journal.join("\n"))},
          "Copy for chat")));
    return speak(answer.summary);
  }

  date(state) {
    return state.turn?.date ? {date: state.turn.date} : {};
  }

  chooser() {
    return make("div", {class: "row"}, make("h2", {}, "Turn"),
      make("label", {for: "time"}, "of "), make("select", {id: "time", change: (event) => {
        this.time = event.target.value;
        this.begun();
      }}, TIMES.map((time) => make("option", {value: time, selected: time === this.time},
        time))));
  }

  item(one) {
    const out = make("div", {class: "told"}), name = `${this.time} ${one.id}`;
    const tick = make("input", {type: "checkbox", checked: this.ticked.get(name) === true,
      "aria-label": `Done: ${one.title ?? one.text}`, change: () => {
        this.ticked.set(name, tick.checked);
        if (tick.checked) this.write(`${this.time}: ${one.title ?? one.text}`);
      }});
    return make("li", {class: one.applies === "no" ? "not" : null},
      make("div", {class: "row"}, tick, make("strong", {}, one.title ?? one.text),
        one.applies === "no" ? "does not apply" : ""),
      one.title ? make("p", {class: "small"}, one.text) : null,
      one.decided?.length ? make("ul", {class: "small"}, one.decided.map((told) =>
        make("li", {}, told))) : null,
      one.missing?.length ? make("p", {class: "needs small"},
        `Not known: ${one.missing.join(", ")}`) : null,
      make("div", {class: "actions"}, (one.ask ?? []).map((method) =>
        make("button", {click: () => this.put(method, out)}, method)),
        make("button", {click: () => this.roll(one, out)}, "Roll a die"),
        one.cite ? make("button", {class: "rule", "data-rule": one.cite}, one.cite) : null),
      out);
  }

  /** Ask a question of the list, as far as the position alone answers it. */
  async put(method, out) {
    try {
      const answer = await this.desk.position.ask(method, {});
      out.replaceChildren(this.receipt(answer, [method, {}], method));
      speak(answer.summary);
    } catch (error) {
      out.replaceChildren(make("p", {class: "trouble"}, error.message.replace(/^params:/, "")));
    }
  }

  roll(one, out) {
    const die = roll(), text = `${one.title ?? one.text}: rolled ${die}`;
    out.prepend(make("p", {class: "gist"}, make("span", {class: "sign"}, String(die)),
      make("span", {}, `rolled ${die}`)));
    this.write(text);
    speak(`rolled ${die}`);
  }

  write(text) {
    this.journal.push(text);
    this.list.append(make("li", {}, text));
  }

  async pick(hex) {
    return this.desk.describe(hex);
  }
}

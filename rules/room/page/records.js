// Records of the history: what a step of the turn brought, as questions are told of it later.

import {make} from "./elements.js";

const TIMES = ["0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night"];

/** What is said of each kind of record: the words before the field, its name, its values. */
const KINDS = {
  status: ["Club Route was", "status", ["open", "cut"]],
  marker: ["the Marker came to hex", "hex"],
  released: ["released: the Formation", "formation"],
  corps_advanced: ["advanced: the corps", "corps", ["VIII", "XII"]],
  corps_failed: ["failed to advance: the corps", "corps", ["VIII", "XII"]],
};

/** How far on a turn is, to compare; -1 where it is not said. @param {any} turn */
const when = (turn) => (turn?.date ? Number(turn.date.slice(-2)) * 10 + TIMES.indexOf(turn.time)
  : -1);

/** A history with one record more, after those of its turn. @param {any[]} history
 * @param {any} event */
function withRecord(history, event) {
  const later = event.turn ? history.findIndex(({turn}) => when(turn) > when(event.turn)) : -1;
  return later < 0 ? [...history, event] : history.toSpliced(later, 0, event);
}

/** A form that puts what a step brought into the position's history.
 * @param {any} tool @param {string[]} kinds @param {string} line what was ticked */
export function recordForm(tool, kinds, line) {
  const {position} = tool.desk, {state, now} = tool;
  if (!state.history) {
    return make("p", {class: "needs small"}, "What happened before is not known: it is written "
      + "down, and no question is told of it. ", make("button", {type: "button", click: () =>
      tool.write("What has happened is told from here on; before, nothing did", (one) =>
        ({...one, history: one.history ?? []}))}, "Nothing has happened before"));
  }
  return make("div", {}, kinds.filter((kind) => kind in KINDS).map((kind) => {
    const [words, name, values] = KINDS[kind], id = `record-${kind}`;
    const field = values ? make("select", {id}, values.map((value) =>
      make("option", {value, selected: value === state.club_route?.[name]}, value)))
      : make("input", {id, type: "text", autocomplete: "off",
        value: kind === "marker" ? state.club_route?.marker ?? "" : ""});
    return make("form", {class: "row", submit: (submitted) => {
      submitted.preventDefault();
      const value = field.value.trim();
      if (!value) return;
      const turn = now.date && {date: now.date, time: tool.time};
      const event = {event: kind, ...turn ? {turn} : {}, [name]: value};
      tool.write(`${line}: ${words} ${value}`, (one) =>
        ({...one, history: withRecord(one.history ?? [], event)}));
    }}, make("label", {for: id}, `${words} `), field, make("button", {}, "Record"));
  }));
}

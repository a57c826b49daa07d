// Two branches side by side: where units stand and how, bridges, and what the answers become.

import {make} from "../elements.js";
import {same} from "../position.js";
import {SIGNS} from "../receipt.js";

const words = (value) => (value === undefined || value === false ? "–" : value === true ? "yes"
  : [value?.state ?? value?.is ?? value].flat().join(", "));

/** What differs between two positions of one moment: units by what is said of them, and bridges.
 * What is tried out keeps the order of the units. @param {any} one @param {any} other
 * @returns {{what: string, values: string[], hexes: (string | undefined)[]}[]} */
export function differences(one, other) {
  const rows = [];
  for (const [i, unit] of (one.units ?? []).entries()) {
    const there = other.units?.[i] ?? {};
    for (const name of new Set([...Object.keys(unit), ...Object.keys(there)])) {
      if (JSON.stringify(unit[name]) === JSON.stringify(there[name])) continue;
      rows.push({what: `${unit.name ?? unit.id}: ${name}`, hexes: [unit.hex, there.hex],
        values: [words(unit[name]), words(there[name])]});
    }
  }
  for (const ends of new Set([...Object.keys(one.bridges ?? {}),
    ...Object.keys(other.bridges ?? {})])) {
    const [here, there] = [one.bridges?.[ends], other.bridges?.[ends]];
    if (JSON.stringify(here) === JSON.stringify(there)) continue;
    rows.push({what: `Bridge ${ends}`, values: [words(here), words(there)],
      hexes: [ends.split("/")[0], ends.split("/")[0]]});
  }
  return rows;
}

/** A question about one position, put to another: its unit as it is there.
 * @param {any} params @param {any} from @param {any} to */
export function carried(params, from, to) {
  const {unit} = params;
  const at = unit ? (from.units ?? []).findIndex((one) => same(one, unit)) : -1;
  const there = to.units?.[at];
  if (!there || there.hex === unit.hex) return params;
  const path = params.path?.with(0, there.hex);
  return {...params, unit: {...unit, hex: there.hex}, ...params.from ? {from: there.hex} : {},
    ...path ? {path} : {}};
}

/** Compare positions: what differs, then each question asked of both.
 * @param {any} position @param {{name: string, state: any}[]} sides as filed, or branches
 * @param {{label: string, question: any[], state: any}[]} questions each of some position
 * @param {AbortSignal} signal */
export async function compared(position, sides, questions, signal) {
  const rows = differences(sides[0].state, sides[1].state);
  const answers = await Promise.all(questions.map(async ({label, question, state}) => {
    const [method, params] = question;
    const told = await Promise.all(sides.map((side) => position.ask(method,
      carried(params, state, side.state), signal, side.state)
      .catch((error) => ({summary: error.message.replace(/^params:/, "")}))));
    return {label, told};
  }));
  return {rows, answers};
}

/** The comparison as a table. @param {string[]} names @param {any} found */
export function comparison(names, {rows, answers}) {
  const gist = (told) => `${SIGNS[told.verdict] ?? ""} ${told.summary ?? told.verdict ?? ""}`.trim();
  const line = (what, values) => make("tr", {class: values[0] === values[1] ? "same" : "differs"},
    make("th", {scope: "row"}, what), values.map((text) => make("td", {}, text)),
    make("td", {role: "cell", "aria-label": values[0] === values[1] ? "the same" : "differs"},
      values[0] === values[1] ? "=" : "≠"));
  return make("table", {class: "grid compare"},
    make("caption", {}, rows.length
      ? `${rows.length} ${rows.length === 1 ? "difference" : "differences"}` : "They stand alike"),
    make("thead", {}, make("tr", {}, make("th", {scope: "col"}, "What"),
      names.map((name) => make("th", {scope: "col"}, name)),
      make("th", {scope: "col"}, make("span", {class: "unseen"}, "differs")))),
    make("tbody", {}, rows.map(({what, values}) => line(what, values)),
      answers.map(({label, told}) => line(label, told.map(gist)))));
}

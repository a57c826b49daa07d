// A receipt: the answer in a sentence, what it cost and why, what it rests on and did not look at.

import {make} from "./elements.js";
import {grounds} from "./grounds.js";
import {halves} from "./paint.js";
import {needText, plain} from "./plain.js";

export const SIGNS = {
  legal: "✓", clear: "✓", open: "✓", decided: "✓", illegal: "✕", blocked: "✕", closed: "✕",
  undetermined: "?",
};
const WORDS = {clear: "clear", blocked: "blocked", undetermined: "not known", legal: "may",
  illegal: "may not"};
const BASIS = {
  rulebook: "", survey: "our map", assumed: "assumed", owner: "your module",
};

/** Steps that follow each other for the same reason, as one.
 * @param {any[]} steps */
function folded(steps) {
  const rows = [];
  let total = 0;
  for (const step of steps) {
    const cost = typeof step.cost === "number" ? step.cost : null;
    if (cost !== null) total += cost;
    const last = rows[rows.length - 1];
    const same = last && last.why === step.why && last.rule === step.rule
      && (last.cost === null) === (cost === null) && last.to && last.to === step.from && step.to
      && last.provenance === step.provenance && last.verdict === step.verdict;
    if (same) {
      last.cost = cost === null ? null : last.cost + cost;
      Object.assign(last, {to: step.to, total: cost === null ? null : total, many: last.many + 1});
    } else rows.push({...step, cost, total: cost === null ? null : total, many: 1});
  }
  return rows;
}

const taken = (row) => !row.from && !row.to && !row.verdict && row.cost === null;

function where(row) {
  if (!row.from && !row.to) return "";
  if (!row.to || !row.from) return row.from ?? row.to;
  return `${row.from} ${row.many > 1 ? "…" : "→"} ${row.to}`;
}

function line(row) {
  const mark = row.verdict ? SIGNS[row.verdict] : "";
  return make("tr", {class: row.verdict ? `is-${row.verdict}` : null},
    make("td", {class: "cost"}, row.cost === null ? mark : halves(row.cost)),
    make("td", {class: "cost sum"}, row.total === null ? "" : halves(row.total)),
    make("td", {},
      row.from || row.to ? make("button", {class: "at", "data-hex": row.to ?? row.from},
        where(row)) : "",
      " ", row.why ?? "",
      row.rule ? make("button", {class: "rule", "data-rule": row.rule}, row.rule) : "",
      BASIS[row.provenance] ? make("span", {class: `basis ${row.provenance}`},
        BASIS[row.provenance]) : ""));
}

/** From so many sentences on that begin alike they are told by their number. */
const MANY = 4;
/** How sentences begin that are told together, and what their number is of. */
const ALIKE = [["where ", "units are not known to stand anywhere"]];

/** Sentences, those that say the same of many units folded into one. @param {string[]} many */
function items(many) {
  const all = [...new Set(many.map(plain))], rows = [];
  for (const [begun, what] of ALIKE) {
    const alike = all.filter((one) => one.startsWith(begun));
    if (alike.length < MANY) continue;
    rows.push(make("li", {}, make("details", {}, make("summary", {}, `${alike.length} ${what}`),
      make("ul", {}, alike.map((one) => make("li", {}, one))))));
    for (const one of alike) all.splice(all.indexOf(one), 1);
  }
  return [...all.map((one) => make("li", {}, one)), ...rows];
}

/** The parameter by which a yes or no about the unit is told. */
const OF_UNIT = /^unit\.([a-z_]+)$/;
const yesOrNo = (need) => OF_UNIT.test(need.path ?? "") && need.allowed?.includes(true);

/** What needs to be known, with buttons where a yes or no about the unit tells it.
 * @param {any[]} many @param {((name: string, value: boolean) => void) | undefined} say */
function needs(many, say) {
  const open = say ? (many ?? []).filter(yesOrNo) : [];
  const rest = (many ?? []).filter((one) => !open.includes(one)).map(needText);
  if (!open.length) return list("Needs to be known", rest, "needs");
  const button = (name, value) => make("button", {type: "button", click: () => say(name, value)},
    value ? "Yes" : "No");
  return make("div", {class: "needs"}, make("h3", {}, "Needs to be known"), make("ul", {},
    open.map((one) => {
      const [, name] = one.path.match(OF_UNIT), text = plain(one.ask);
      return make("li", {}, text, make("div", {class: "stack", role: "group", "aria-label": text},
        button(name, true), button(name, false)));
    }), items(rest)));
}

function list(title, many, kind) {
  if (!many?.length) return null;
  return make("div", {class: kind}, make("h3", {}, title), make("ul", {}, items(many)));
}

/** An answer's first line, with the sign of its verdict. @param {string | undefined} verdict
 * @param {string} text */
export function gist(verdict, text) {
  const sign = SIGNS[verdict ?? ""];
  return make("p", {class: "gist"}, sign ? make("span", {class: "sign", role: "img",
    "aria-label": WORDS[verdict ?? ""] ?? verdict}, sign) : "", make("span", {}, text));
}

const OURS = {owner: "the ground is your module’s", survey: "the ground is our map’s: look at yours",
  assumed: "something here is our guess"};

/** @param {any} answer
 * @param {{label?: string, actions?: any[], lattice?: any,
 *   say?: (name: string, value: boolean) => void}} [more] the map whose places it names, and what to
 *   do with a yes or no about the unit */
export function receipt(answer, {label = "", actions = [], lattice, say} = {}) {
  const verdict = answer.verdict ?? "";
  const all = folded(answer.steps ?? []);
  // What the question was completed with comes last: the working is what is looked for.
  const working = all.some((row) => row.from || row.to || row.verdict || row.cost !== null);
  const rows = working ? all.filter((row) => !taken(row)) : all;
  const costs = rows.some((row) => row.cost !== null);
  return make("section", {class: `receipt ${verdict}`, "aria-label": label || "Receipt"},
    gist(verdict, plain(answer.summary ?? verdict)),
    actions.length ? make("div", {class: "actions"}, actions) : null,
    needs(answer.needs, say),
    rows.length ? make("table", {class: costs ? "costs" : "bare"},
      make("caption", {class: "unseen"}, "Step by step"),
      make("thead", {class: costs ? null : "unseen"}, make("tr", {},
        make("th", {scope: "col"}, "MP"), make("th", {scope: "col"}, "so far"),
        make("th", {scope: "col"}, "why"))),
      make("tbody", {}, rows.map(line))) : null,
    rows.length < all.length ? make("details", {}, make("summary", {},
      `Taken from the set-up and the counters (${all.length - rows.length})`),
      make("table", {class: "bare"}, make("tbody", {}, all.filter(taken).map(line)))) : null,
    list("Not looked at", answer.unchecked, "unchecked"),
    list("For the referee", answer.notes, "notes"),
    lattice ? grounds(answer, lattice) : null,
    OURS[answer.provenance] ? make("p", {class: "rests"}, `Rests on ${answer.provenance}: `,
      OURS[answer.provenance]) : null);
}

/** A receipt's first line and costs, to paste into a chat. @param {any} answer */
export function forChat(answer) {
  const rows = folded(answer.steps ?? []).filter((row) => row.cost || row.verdict);
  const told = rows.map((row) => [row.cost ? `${halves(row.cost)} MP` : SIGNS[row.verdict] ?? "",
    where(row), row.why, row.rule ? `[${row.rule}]` : ""].filter(Boolean).join(" "));
  return [plain(answer.summary), ...told].join("\n");
}

// What methods say, in a player's words: no path of a parameter, state.units[4].hex, is left.

import {ALONE, AT_BRIDGE, CALLED, JOINED, PATH, SIDE_UNNAMED, TOLD} from "./paths.js";

/** What a parameter is called. @param {string} path */
function called(path) {
  const side = [...path.matchAll(AT_BRIDGE)].find(({index}) => index === 0);
  if (side) return `the bridge ${side[1]}`;
  const names = path.split(/[.[\]:]/).filter((one) => one && !/^\d+$/.test(one)
    && !["params", "state"].includes(one));
  if (!names.length) return "the position";
  const last = names[names.length - 1], said = CALLED[names.join(".")] ?? CALLED[last];
  if (names[0] === "fire_zones") return `the ${last} Fire Zones`;
  return `${said ?? `the ${last.replaceAll("_", " ")}`}${["unit", "units"].includes(names[0])
    && names.length > 1 && !said ? " of the unit" : ""}`;
}

/** Paths before words that say what they are. @param {any[]} found what a replacing is told */
function inWords(...found) {
  const {paths, then, whether = ""} = found[found.length - 1], [first] = paths.match(PATH);
  const [side] = first.matchAll(AT_BRIDGE);
  if (side?.[0] === first && !whether) return `the bridge ${side[1]}: `;
  return `${then === ", the " ? "the " : ""}${whether}`;
}

/** A bare name before words that say what it is. @param {any[]} found what a replacing is told */
function bare(...found) {
  const {head, whether = ""} = found[found.length - 1];
  return `${head}${whether}`;
}

/** What a counter is called by in our lists, and the methods that tell more. */
const OF_COUNTER = /\bits counter [a-z0-9]+(?:-[a-z0-9]+)+/g, METHODS = / \([a-z]+\.[a-z_]+\)/g;

/** A sentence without paths, ids or joined names: the words behind one tell it, or what it is called.
 * @param {string} text */
export function plain(text) {
  return String(text).replace(OF_COUNTER, "its counter").replace(METHODS, "")
    .replace(SIDE_UNNAMED, "$1, its Fire Zones").replace(ALONE, bare).replace(TOLD, inWords).replace(PATH, called)
    .replace(JOINED, (name) => name.replaceAll("_", " "));
}

/** What an answer needs to be told, as a sentence. @param {any} need */
export const needText = ({ask, path, file, if_so: yes, else: no, cases = {}}) => plain([
  path ? `${path}: ${ask}` : file ? `supply ${file}: ${ask}` : ask,
  yes ? `if so ${yes}` : "", no ? `else ${no}` : "",
  ...Object.entries(cases).map(([value, brings]) => `${value}: ${brings}`)].filter(Boolean).join("; "));

/** A refusal in a player's words. @param {any} error */
export function refusal(error) {
  const {where = "", found, expected, message} = error;
  const path = where.replace(/^params:/, "");
  if (!/^(params|words)/.test(where)) return plain(message);
  const near = /\(did you mean .*\?\)$/.exec(message)?.[0] ?? "";
  if (found === "nothing") {
    const what = expected.startsWith("one of") && path ? `${called(path)}, ${expected}` : expected;
    return plain(`Missing: ${what} ${near}`).trim();
  }
  const of = path.includes(".") || path.includes("[") ? `${called(path)}: ` : "";
  return plain(`${of}found ${found}, expected ${expected} ${near}`).trim();
}

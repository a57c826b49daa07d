// What methods say, in a player's words: no path of a parameter, state.units[4].hex, is left.

const NAME = "[a-z][a-z_]*", SIDE = "[A-E]?\\d{1,3}\\.\\d{1,3}(?:/[A-E]?\\d{1,3}\\.\\d{1,3})*";
const PATH = "(?:params:)?(?<![\\w./])(?:state|unit|entering|turn|attackers|counts|options|sight|plan"
  + `|rider|landings|fire_zones)(?:\\[\\d+\\]|\\.(?:${SIDE}|${NAME}|German|Allied))+`;
const TOLD = new RegExp(`(?<!of all )${PATH}(?:(?:,? (?:and|or) |, )(?:${PATH}|${NAME}\\b(?! (?!and \\d)\\w)))*`
  + "(?:,? and \\d+ more)?(: |, the )", "g");
const ALONE = new RegExp(PATH, "g");

/** What a parameter is called. @param {string} path */
function called(path) {
  const side = path.match(new RegExp(`\\.(?:bridges|ferries)\\.(${SIDE})`));
  if (side) return `the bridge ${side[1]}`;
  const names = path.split(/[.[\]:]/).filter((one) => one && !/^\d+$/.test(one)
    && !["params", "state"].includes(one));
  const last = names[names.length - 1] ?? "position";
  if (names[0] === "fire_zones") return `the ${last} Fire Zones`;
  return `the ${last.replaceAll("_", " ")}${["unit", "units"].includes(names[0])
    && names.length > 1 ? " of the unit" : ""}`;
}

/** A sentence without paths: the words behind one tell it, or what it is called.
 * @param {string} text */
export function plain(text) {
  return String(text).replace(TOLD, (_, then) => (then === ", the " ? "the " : ""))
    .replace(ALONE, called);
}

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

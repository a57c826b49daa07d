// What an answer would be in each case, where nobody knows what decides it: a unit's allowance, or
// whether it is mounted on its transport.

import {halves} from "../paint.js";

/** Allowances that most units have, to choose from. */
export const USUAL = [7, 8, 10, 12];
/** An allowance with which a reach is asked for all of them at once. */
export const WIDE = Math.max(...USUAL);
/** The greatest allowance a unit of It Never Snows may have: what is illegal with it is so with any. */
export const ANY = 40;

/** An answer that is not decided: what it is in each case. @param {any} answer
 * @param {string} summary */
export const open = (answer, summary) => ({...answer, verdict: "undetermined", summary});

/** How a unit's move is told that is asked about as if it were mounted. @param {string} name */
const carried = (name) => `${name} does not move by itself; mounted on its transport`;

/** A reach where the unit may be mounted or not. @param {any} answer @param {string} name */
export const mounted = (answer, name) => (answer.verdict === "illegal" ? answer
  : open(answer, `${carried(name)}: ${answer.summary}`));

/** A reach by the unit's allowance. @param {any} answer what it reaches with the widest
 * @param {string} name @param {boolean} transported */
export function reached(answer, name, transported) {
  const {hexes = {}, perhaps = {}, summary = ""} = answer, best = Object.values({...hexes, ...perhaps});
  const many = (mp) => best.filter((cost) => cost <= mp).length;
  const [first, ...rest] = USUAL;
  const column = /(?:in|out of) Column/.exec(summary)?.[0] ?? "";
  const cases = [`${many(first)} ${many(first) === 1 ? "hex" : "hexes"} with ${first} MP`,
    ...rest.map((mp) => `${many(mp)} with ${mp}`)].join(", ");
  return open(answer, `${transported ? `${carried(name)} it` : name} reaches `
    + `${Object.keys(perhaps).length ? "at best " : ""}${cases}${column ? ` (${column})` : ""}; `
    + "its allowance is not known");
}

/** A way by the unit's allowance. @param {any} answer @param {string} to
 * @param {boolean} whole whether an allowance is a whole number */
export function way(answer, to, whole) {
  const {total, verdict} = answer;
  if (verdict === "illegal") {
    const why = String(answer.summary).replace(/^No: /, "").replace(/( \[[^\]]*\])?$/, "");
    return {...answer, summary: `No, whatever its allowance: ${why}`};
  }
  if (total === undefined) {
    return open(answer, String(answer.summary).replace(`, of ${ANY}`, "").replace(` of ${ANY}`, "")
      .replace(/^Yes, /, ""));
  }
  const needed = halves(whole ? Math.ceil(total) : total);
  return open(answer, `${halves(total)} MP to ${to}: legal with an allowance of ${needed} MP or more, `
    + "illegal with less");
}

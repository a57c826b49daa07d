// Dice, as fair as the browser's own chance, rolled where everybody sees them.

import {make, speak} from "./elements.js";

/** One die. @param {number} low @param {number} high */
export function rolled(low, high) {
  const faces = high - low + 1, [byte] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 256 - 256 % faces ? low + byte % faces : rolled(low, high);
}

/** How a parameter is rolled, null if it is no dice. @param {any} param of a method's declaration */
export function diceOf({name, schema}) {
  if (!/^(die|dice)$/.test(name)) return null;
  const one = schema.items ?? schema;
  if (one.type !== "integer") return null;
  return {low: one.minimum, high: one.maximum, many: schema.items ? schema.minItems ?? 1 : 1};
}

/** Rolls dice and shows them. @param {{low: number, high: number, many: number}} dice
 * @param {HTMLElement} out @param {(text: string) => void} said @returns {string} the faces */
export function roll({low, high, many}, out, said) {
  const faces = Array.from({length: many}, () => rolled(low, high));
  const text = `rolled ${faces.join(", ")}`;
  out.prepend(make("p", {class: "gist dice"}, faces.map((face) => make("span", {class: "sign"},
    String(face))), make("span", {}, text)));
  speak(text);
  said(text);
  return faces.join(",");
}

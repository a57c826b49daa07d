// Saving files: what the page makes itself, and positions that the room writes.

import {make} from "./elements.js";
import {forChat} from "./receipt.js";

/** Save data as a file called after the position. @param {any} desk @param {BlobPart} data
 * @param {string} kind @param {string} ending */
export function save(desk, data, kind, ending) {
  const name = desk.position.tape.title.replace(/[^\w.-]+/g, "-");
  const url = URL.createObjectURL(new Blob([data], {type: kind}));
  make("a", {href: url, download: `${name}${ending}`}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  desk.news(`Saved ${name}${ending}`);
}

/** Have the room write something. @param {any} desk @param {string} path @param {object} told */
export async function written(desk, path, told) {
  const answer = await desk.room.fetch(path, {method: "POST", body: JSON.stringify(told)});
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer;
}

/** The position as the room takes it to write it. @param {any} position */
const whole = async (position) => ({map: position.map, state: await position.state(),
  source: position.tape.source, step: position.step, title: position.tape.title,
  done: position.done});

/** Save the position as a .clubroute file. @param {any} desk */
export async function savePosition(desk) {
  const answer = await written(desk, "/clubroute", await whole(desk.position));
  save(desk, await answer.blob(), "application/json", ".clubroute");
}

/** Save the position for VASSAL, maybe after a way: its unit at the end, the working in the notes.
 * @param {any} desk @param {{counter: any, answer: any}} [went] */
export async function saveForVassal(desk, went) {
  const {position} = desk, told = await whole(position), end = went?.answer.path?.at(-1);
  const to = end?.hex ?? end;
  const stood = new Map(position.frame.map((one) => [one.piece, one]));
  const moved = position.counters.filter((one) => one.hex
    && stood.get(one.piece)?.hex !== one.hex).map((one) => [one.piece, one.hex]);
  if (went) {
    moved.push([went.counter.piece, to]);
    const unit = await position.unit(went.counter);
    told.state = {...told.state, units: (told.state.units ?? []).map((one) =>
      (one === unit ? {...one, hex: to} : one))};
  }
  // What moves no counter stands in the position alone: then our own counters show it.
  const said = position.said.size > 0 || position.tried.some(({counters, done}) => !counters && !done);
  const supposed = position.tried.filter(({done}) => !done);
  const notes = [...position.done, ...supposed.map(({text}) => `What if: ${text}`),
    ...went ? [forChat(went.answer)] : []].join("\n");
  const answer = await written(desk, "/vsav", {...told, moved: Object.fromEntries(moved), said,
    notes});
  save(desk, await answer.blob(), "application/zip", went ? "-way.vsav" : ".vsav");
  const out = JSON.parse(answer.headers.get("x-clubroute-left-out") ?? "[]");
  if (!out.length) return;
  desk.panel.show(make("h2", {}, "Saved for VASSAL"), make("div", {class: "needs"},
    make("p", {}, "No counter of the module shows:"),
    make("ul", {}, out.map((one) => make("li", {}, one)))));
}

/** A button that saves; what goes wrong is told in the panel. @param {any} desk
 * @param {string} text @param {() => Promise<void>} act @param {object} [more] attributes */
export const saving = (desk, text, act, more = {}) => make("button", {type: "button", ...more,
  click: () => act().catch((error) => desk.panel.trouble(error))}, text);

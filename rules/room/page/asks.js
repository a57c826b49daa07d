// A method asked about the position: what it takes besides is asked for, dice are typed or rolled.

import {diceOf, roll} from "./dice.js";
import {make} from "./elements.js";
import {refusal} from "./plain.js";

const OWN = new Set(["map", "state", "options"]);
/** What an answer says of the position that follows, by what it calls it. */
const AFTER = {
  weather: (state, value) => ({...state, turn: {...state.turn, weather: value}}),
  club_route: (state, value) => ({...state, club_route: {...state.club_route, ...value}}),
};

/** @type {Map<string, Promise<any>>} */
const declared = new Map();

/** A method as it is declared. @param {any} desk @param {string} method */
export function declaration(desk, method) {
  const path = `/methods/${method}?${new URLSearchParams({map: desk.lattice.name})}`;
  if (!declared.has(path)) {
    const told = desk.room.json(path);
    declared.set(path, told);
    told.catch(() => declared.delete(path));
  }
  return declared.get(path);
}

/** The dice that are thrown for a thing that some methods tell of; null if none are.
 * @param {any} desk @param {string[]} methods */
export async function diceIn(desk, methods) {
  const all = await Promise.all(methods.map((one) => declaration(desk, one).catch(() => null)));
  return all.flatMap((told) => told?.params.map(diceOf) ?? []).find(Boolean) ?? null;
}

/** What of the known is a parameter of the method. */
const taken = ({params}, known) => Object.fromEntries(params.filter(({name}) => name in known)
  .map(({name}) => [name, known[name]]));

/** Put a question with the map and the position, as far as the method takes them.
 * @param {any} tool @param {any} told its declaration @param {object} params
 * @param {AbortSignal} [signal] */
function put({desk: {position, room}, state}, told, params, signal) {
  const takes = (name) => told.params.some((one) => one.name === name);
  const asked = {...params, map: takes("map") ? position.map : undefined};
  return takes("state") ? position.ask(told.name, asked, signal, state)
    : room.ask(told.name, asked, signal);
}

/** The answer as far as the position and the turn give it; null where something is to be said.
 * @param {any} tool @param {string} method @param {object} known @param {AbortSignal} signal */
export async function filled(tool, method, known, signal) {
  const told = await declaration(tool.desk, method), asked = taken(told, known);
  if (told.params.some(({name, required}) => required && !OWN.has(name) && !(name in asked))) {
    return null;
  }
  return put(tool, told, asked, signal);
}

/** A method to be asked. @param {any} tool with the state it asks about @param {string} method @param {object} known
 * @param {(text: string) => void} write what was done */
export function askForm(tool, method, known, write) {
  const title = make("summary", {}, method.replace(".", " ").replaceAll("_", " "));
  const {desk} = tool, out = make("div", {class: "told"}), body = make("div", {});
  const fail = (error) => out.replaceChildren(make("p", {class: "trouble"},
    refusal(error)));

  async function open() {
    const told = await declaration(desk, method), given = taken(told, known);
    const params = told.params.filter(({name}) => !OWN.has(name) && !(name in given));
    const needed = params.filter((one) => one.required || diceOf(one));
    const others = params.filter((one) => !needed.includes(one));
    const fields = new Map();
    const field = (one) => {
      const id = `ask-${method}-${one.name}`, dice = diceOf(one);
      const input = one.schema.enum ? make("select", {id}, make("option", {value: ""}, ""),
        one.schema.enum.map((value) => make("option", {value}, value)))
        : make("input", {id, type: "text", autocomplete: "off", title: one.summary ?? null});
      fields.set(one.name, input);
      return make("div", {class: "field"}, make("label", {for: id}, one.name.replaceAll("_", " ")),
        make("div", {class: "row"}, input, dice ? make("button", {type: "button", click: () => {
          input.value = roll(dice, out, (text) => write(text));
        }}, dice.many > 1 ? "Roll" : "Roll a die") : null));
    };
    body.replaceChildren(make("form", {submit: (event) => {
      event.preventDefault();
      const words = [...fields].filter(([, input]) => input.value.trim()).map(([name, input]) =>
        said(name, input.value.trim()));
      ask([method, ...spoken(given), ...words].join(" ")).catch(fail);
    }}, make("p", {class: "small"}, told.summary), needed.map(field),
    others.length ? make("details", {}, make("summary", {}, "May be said, too"),
      others.map(field)) : null,
    make("div", {class: "actions"}, make("button", {}, "Ask"))), out);
  }

  async function ask(text) {
    const map = desk.lattice.name, state = await desk.position.handle(tool.state);
    const {params} = await desk.room.json("/words", {method: "POST",
      body: JSON.stringify({text, map, state})});
    const {map: _, state: __, ...rest} = params;
    const answer = await put(tool, await declaration(desk, method), rest);
    const after = Object.keys(AFTER).filter((name) => answer[name] && answer.verdict
      && answer.verdict !== "undetermined");
    const take = after.length ? make("button", {type: "button", click: () => {
      write(answer.summary);
      desk.position.attempt({text: answer.summary, state: (one) => after.reduce((made, name) =>
        AFTER[name](made, answer[name]), one)});
    }}, "So it is: take it over") : make("button", {type: "button", click: () =>
      write(answer.summary)}, "Write it down");
    out.replaceChildren(...out.querySelectorAll(".dice"), tool.receipt(answer, [method, rest],
      method, take));
  }

  const box = make("details", {class: "ask", toggle: () => {
    if (box.open && !body.childNodes.length) open().catch((error) => {
      body.replaceChildren(out);
      fail(error);
    });
  }}, title, body);
  declaration(desk, method).then(({summary}) => {
    title.textContent = question(summary);
  }).catch(() => {});
  return box;
}

/** The first sentence of what a method is for. @param {string} summary */
const question = (summary) => summary.split(/[.:;](?:\s|$)/)[0];

/** What is known, in words. @param {object} given */
const spoken = (given) => Object.entries(given).flatMap(([name, value]) =>
  (typeof value === "object" ? Object.entries(value).map(([part, one]) =>
    said(`${name}.${part}`, String(one))) : [said(name, String(value))]));

/** A parameter in words. @param {string} name @param {string} text */
const said = (name, text) => (/\s/.test(text) ? `${name}="${text.replaceAll("\"", "")}"`
  : `${name}=${text}`);

// Layers that are questions: who is In Command, who is Out of Supply, where a unit may be. Each is
// asked of the room for many units or a whole map at once, and drawn with signs, not by colour alone.

import {INK, regions, rings} from "./paint.js";
import {needText} from "./plain.js";

const MOST = 240;
const MARKS = {legal: ["✓", INK.clear], open: ["✓", INK.clear], undetermined: ["?", INK.open],
  illegal: ["✕", INK.blocked], closed: ["✕", INK.blocked]};
const GRAVE = Object.keys(MARKS);

/** The units on the map, those in sight first. @param {any} desk */
async function units(desk) {
  const state = await desk.position.state(), {lattice, view} = desk;
  const seen = (one) => view.sees(lattice.find(one.hex));
  return (state.units ?? []).filter((one) => lattice.find(one.hex))
    .sort((a, b) => Number(seen(b)) - Number(seen(a))).slice(0, MOST);
}

/** Each unit with a sign for its answer; those of one hex, the gravest. */
async function perUnit(desk, method, params) {
  const all = await units(desk);
  const told = await desk.position.many(method, all.map((unit) => ({unit, ...params})));
  const found = new Map(), needs = new Set();
  all.forEach((unit, i) => {
    const answer = told[i];
    if (!answer?.verdict || !(answer.verdict in MARKS)) return;
    for (const one of answer.needs ?? []) needs.add(needText(one));
    const before = found.get(unit.hex) ?? "legal";
    found.set(unit.hex, GRAVE.indexOf(answer.verdict) > GRAVE.indexOf(before) ? answer.verdict
      : before);
  });
  const many = (sign) => [...found.values()].filter((one) => MARKS[one][0] === sign).length;
  return {hint: `${many("✓")} hexes ✓, ${many("✕")} ✕, ${many("?")} not known.`, paint: rings([...found].map(([number, verdict]) => ({number, ink: MARKS[verdict][1],
    text: MARKS[verdict][0]}))), needs: [...needs]};
}

const command = (desk) => perUnit(desk, "command.check", {});

const supply = (desk) => perUnit(desk, "supply.trace", {});

/** Where the unit in hand may not be: every hex of the map. */
async function limits(desk) {
  const {unit} = desk.tool, {lattice, position} = desk;
  if (!unit) return {paint: null, needs: [], hint: "Take a unit with the tool Move: the layer "
    + "shows where it may not be."};
  const ins = lattice.name === "ins";
  const answer = ins ? await position.ask("scenario.area", {everywhere: true})
    : await position.ask("deploy.check", {unit: await position.unit(unit), hex: unit.hex,
      everywhere: true});
  const [shut, open] = [answer.closed ?? [], answer.doubtful ?? []];
  return {paint: regions(lattice, [{numbers: shut, ink: INK.blocked, kind: "x"},
    {numbers: open, ink: INK.open, kind: "/"}]), needs: (answer.needs ?? []).map(needText),
  hint: `${ins ? "Out of play" : `${unit.name} may not be in`}: ${shut.length} of the `
    + `${lattice.hexes.length} hexes of the map, crossed; not known: ${open.length}, hatched.`};
}

/** Id, label, how it is asked, and the maps that have it. */
export const ASKED = [
  {id: "command", label: "In Command", ask: command, has: (map) => map !== "ins"},
  {id: "supply", label: "Out of Supply", ask: supply, has: (map) => map === "ins"},
  {id: "limits", label: "Where the unit may not be", ask: limits, has: () => true},
];

// Layers that are questions: who is In Command, who is Out of Supply, where a unit may be. Each is
// asked of the room for many units or hexes at once, and drawn with signs, not by colour alone.

import {INK, hatched, rings} from "./paint.js";

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
    for (const one of answer.needs ?? []) needs.add(one);
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

/** Where the unit in hand may not be. */
async function limits(desk) {
  const {unit} = desk.tool;
  if (!unit) return {paint: null, needs: [], hint: "Take a unit with the tool Move: the layer "
    + "shows where it may not be."};
  const scs = desk.lattice.name === "ins";
  const told = await desk.position.unit(unit);
  const near = desk.lattice.hexes.filter((hex) => desk.view.sees(hex));
  const middle = desk.lattice.find(unit.hex) ?? near[0];
  const hexes = near.sort((a, b) => desk.lattice.distance(a, middle)
    - desk.lattice.distance(b, middle)).slice(0, MOST);
  const answers = await desk.position.many(scs ? "scenario.limits" : "deploy.check",
    hexes.map((hex) => ({unit: told, hex: hex.number, ...scs ? {act: "move"} : {}})));
  const of = (verdict) => hexes.filter((_, i) => answers[i]?.verdict === verdict)
    .map((hex) => hex.number);
  return {paint: hatched([{numbers: of("illegal"), ink: INK.blocked, kind: "x"},
    {numbers: of("undetermined"), ink: INK.open, kind: "/"}]),
  needs: answers.flatMap((one) => one?.needs ?? []),
  hint: `${unit.name}: may not be in ${of("illegal").length} of the ${hexes.length} hexes around.`};
}

/** Id, label, how it is asked, and the maps that have it. */
export const ASKED = [
  {id: "command", label: "In Command", ask: command, has: (map) => map !== "ins"},
  {id: "supply", label: "Out of Supply", ask: supply, has: (map) => map === "ins"},
  {id: "limits", label: "Where the unit may not be", ask: limits, has: () => true},
];

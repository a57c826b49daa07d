// Counters of which nobody can tell yet how they move: why, in a player's words, and what tells it.

const CLASSES = ["leg", "wheeled", "tracked"];
const AS = CLASSES.map((one) => ({label: `It moves as ${one}`, say: {class: one}}));

/** Why a unit cannot be moved as it is, what would help, and what can be said of it at once; null
 * for any other refusal. @param {any} error @param {any} unit its counter
 * @returns {{text: string, more?: string, choices: {label: string, say: object}[]} | null} */
export function unmoved({where, found, expected}, unit) {
  if (where === "params:unit.class" && found === "nothing") {
    if (unit.drawn) return {text: "It is drawn at random: nobody knows yet how it moves.",
      choices: AS};
    if (unit.kind === "leader") return {text: `${unit.name}: a Leader moves by the series rules, `
      + "which are not judged here.", more: "What the ground costs can be told for the class it "
      + "moves as.", choices: AS};
    return {text: `${unit.name}: how it moves stands on your counter.`, more: "Say its class once, "
      + "under What stands on your counter, or here for now.", choices: AS};
  }
  if (where === "params:unit" && found === "an immobile Unit") {
    if (expected.includes("mounted")) return {text: `${unit.name} has no movement of its own: it `
      + "moves mounted on its transport.", choices: [{label: "Mount it", say: {mounted: true}}]};
    return {text: `${unit.name}: it has no movement, and no transport of its own is known.`,
      more: "If your counter has a transport on its back, say which:",
      choices: CLASSES.slice(1).map((one) => ({label: `Mounted, ${one}`,
        say: {mounted: true, organic: one}}))};
  }
  return null;
}

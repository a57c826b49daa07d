// Counters of which nobody can tell yet how they move: why, in a player's words, and what tells it.

const CLASSES = ["leg", "wheeled", "tracked"];
const AS = CLASSES.map((one) => ({label: `It moves as ${one}`, say: {class: one}}));

/** Why a unit cannot be moved as it is, whether that is a verdict, what would help, and what can be
 * said of it at once; ``mounted``: it moves on its transport alone. Null for any other refusal.
 * @param {any} error @param {any} unit its counter
 * @returns {{text: string, more?: string, verdict?: string, mounted?: boolean,
 *   choices: {label: string, say: object}[]} | null} */
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
    if (unit.drawn) return {text: "It is drawn at random, and none of the counters it may be moves "
      + "by itself.", verdict: "illegal", choices: []};
    return {text: `${unit.name} does not move by itself, and no transport of its own is known.`,
      verdict: "illegal", mounted: expected.includes("mounted"),
      more: "If your counter has a transport on its back, say which:",
      choices: CLASSES.slice(1).map((one) => ({label: `Mounted, ${one}`,
        say: {mounted: true, organic: one}}))};
  }
  return null;
}

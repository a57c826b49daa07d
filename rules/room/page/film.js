// A log as a film: chit by chit (or phase by phase), who went where under it, and what was found.

/** Where a chit lies that has been drawn. */
const DRAWN = /drawn|in play/i;

/** @typedef {{from: number, to: number, title: string, moves: {name: string, hexes: string[]}[],
 *  findings: any[]}} Chapter */

/** The chapters of a log: one begins with each chit that is drawn, and with each turn or phase.
 * @param {{tape: any, steps: number}} position
 * @param {any[]} findings that are worth showing, each ``at`` a step @returns {Chapter[]} */
export function chapters(position, findings) {
  const {moments} = position.tape, last = position.steps - 1;
  /** @type {Chapter[]} */
  const found = [];
  let turn = moments[0]?.turn ?? "";
  for (let at = 1; at <= last; at += 1) {
    const moment = moments[at], now = moment.turn ?? turn;
    const chit = (moment.changed ?? []).find((one) => !one.hex && DRAWN.test(one.place ?? ""));
    if (chit || now !== turn || !found.length) {
      found.push({from: at, to: at, title: chit?.name ?? now, moves: [], findings: []});
    }
    turn = now;
    found[found.length - 1].to = at;
  }
  const stood = new Map(position.tape.counters.map((one) => [one.piece, one.hex]));
  for (const one of found) {
    one.moves = moves(position.tape, one, stood);
    one.findings = findings.filter(({at}) => at >= one.from && at <= one.to);
  }
  return found.filter((one) => one.moves.length || one.findings.length
    || one.title !== (moments[one.to].turn ?? ""));
}

/** Who went where under a chit: each counter's hexes in order, from where it stood before it.
 * @param {any} tape @param {Chapter} chapter @param {Map<string, string | undefined>} stood where
 * each counter is, kept up to date */
function moves(tape, {from, to}, stood) {
  const ways = new Map();
  for (let at = from; at <= to; at += 1) {
    const {changed = [], gone = []} = tape.moments[at];
    for (const one of changed) {
      const before = stood.get(one.piece);
      stood.set(one.piece, one.hex);
      if (!one.hex || !before || before === one.hex) continue;
      const way = ways.get(one.piece) ?? {name: one.name, hexes: [before]};
      way.hexes.push(one.hex);
      ways.set(one.piece, way);
    }
    for (const piece of gone) stood.delete(piece);
  }
  return [...ways.values()];
}

/** A chapter in a sentence: the chit, who went where, what was found. @param {Chapter} one */
export function told({title, moves: went, findings}) {
  const ways = went.slice(0, 4).map(({name, hexes: [first, ...after]}) =>
    (after.at(-1) === first ? `${name} from ${first} and back` : `${name} ${first}–${after.at(-1)}`));
  const more = went.length > 4 ? `, and ${went.length - 4} more` : "";
  const gone = went.length ? `${ways.join(", ")}${more}` : "nobody moves";
  const why = findings.map((one) => `${one.verdict}: ${one.name ? `${one.name}, ` : ""}${one.why}`);
  return `${title || "As it begins"}: ${[gone, ...why].join("; ")}`;
}

// The timeline of a log: a bar with findings as ticks, what a step says, before and after.

import {byId, make, speak} from "./elements.js";
import {saveForVassal, saving} from "./files.js";
import {chapters, told} from "./film.js";
import {INK, arrivals, way} from "./paint.js";
import {pasted} from "./pasted.js";
import {plain} from "./plain.js";
import {lacksAllowance} from "./ratings.js";
import {receipt} from "./receipt.js";

const SIGNS = {illegal: "✕", possible: "?", unchecked: "·", legal: "✓"};
const HEIGHTS = {illegal: 26, possible: 18, unchecked: 7, legal: 4};
const INKS = {illegal: "#ff9a70", possible: "#f5c35b", unchecked: "#8fa5b8", legal: "#6fa287"};
/** Ms that a chit's moves are shown in the film. */
const CHAPTER = 2500;
const USUAL = "judged by the usual rules (clubroute room --round names a round's)";
const SHOWN = ["illegal", "possible"];
/** Findings told when a log is opened, of each verdict. */
const FIRST = 3;
/** What the way round is headed by, by its own verdict. */
const AROUND = {legal: "A way that is legal", illegal: "The cheapest way round is not legal either",
  undetermined: "The cheapest way round"};

/** @param {number} many @param {string} what */
const counted = (many, what) => `${many} ${what}${many === 1 ? "" : "s"}`;

export class Timeline {
  /** @param {import("./desk.js").Desk} desk @param {import("./keys.js").Keys} keys */
  constructor(desk, keys) {
    this.desk = desk;
    this.element = byId("timeline");
    this.findings = [];
    /** The finding that is shown. @type {any} */
    this.current = null;
    const go = (by) => () => desk.position.go(desk.position.step + by);
    for (const [key, act] of Object.entries({"[": go(-1), k: go(-1), "]": go(1), j: go(1),
      "{": () => desk.position.go(0), "}": () => desk.position.go(desk.position.steps),
      f: () => this.next(1), F: () => this.next(-1), b: () => this.swap()})) {
      keys.more.set(key, act);
    }
    for (const name of ["opened", "tool", "picked"]) {
      desk.addEventListener(name, () => {
        this.current = null;
        desk.view.painter("finding", 0, null);
      });
    }
    desk.addEventListener("opened", () => this.open());
    desk.addEventListener("position", () => this.moved());
    desk.position.addEventListener("grown", () => this.grown());
  }

  get position() {
    return this.desk.position;
  }

  open() {
    this.stop();
    this.chapters = this.chapter = undefined;
    const {tape, steps} = this.position;
    this.element.hidden = steps < 2;
    for (const name of ["moved", "arrivals"]) this.desk.view.painter(name, 0, null);
    if (steps < 2) return;
    this.bar = make("input", {type: "range", min: 0, max: steps - 1, value: 0, id: "step",
      "aria-label": "Step of the log", input: () => this.position.go(Number(this.bar.value))});
    this.canvas = make("canvas", {"aria-hidden": "true", height: 30});
    this.where = make("p", {id: "moment"});
    const button = (text, label, act) => make("button", {click: act, "aria-label": label,
      title: label}, text);
    const by = (many) => () => this.position.go(this.position.step + many);
    this.list = make("select", {id: "findings", "aria-label": "Findings", change: () => {
      const one = this.told[Number(this.list.value)];
      if (one) this.show(one);
    }});
    this.collect();
    this.element.replaceChildren(
      make("div", {class: "steps"}, button("|◀", "First step", () => this.position.go(0)),
        button("◀", "Step back", by(-1)), button("▶", "Step on", by(1)),
        button("▶|", "Last step", () => this.position.go(steps)),
        button("⇆", "Before and after", () => this.swap()), this.filmButton(), this.list),
      make("div", {class: "bar"}, this.canvas, this.bar),
      tape.judged ? make("p", {id: "judged-by", class: "soft"}, plain(tape.rules || USUAL)) : null,
      this.where);
    this.ticks();
    new ResizeObserver(() => this.ticks()).observe(this.canvas);
    this.moved();
    if (tape.judged && !tape.live) this.begins = true;
  }

  /** Take what was found, as it is known now. */
  collect() {
    const {tape} = this.position;
    this.findings = (tape.findings ?? []).filter((one) => one.steps?.length)
      .map((one) => ({...one, at: Math.max(...one.steps) + 1}))
      .sort((a, b) => a.at - b.at);
    this.told = tape.live ? this.findings
      : this.findings.filter((one) => SHOWN.includes(one.verdict));
    this.unjudged = this.findings.filter((one) => one.verdict === "unchecked");
    this.list.replaceChildren(make("option", {value: ""}, this.heading()),
      ...this.told.map((one, i) => make("option", {value: i},
        `${SIGNS[one.verdict]} step ${one.at}: ${one.why}`)));
  }

  /** What the judge has to say of the whole log, when it is opened: what is wrong, and what nobody
   * could judge and why. */
  story() {
    this.begins = false;
    const {desk} = this, title = this.position.tape.title;
    const shown = SHOWN.flatMap((verdict) =>
      this.told.filter((one) => one.verdict === verdict).slice(0, FIRST));
    const rest = this.told.length - shown.length, unrated = this.unjudged.filter(({needs}) => lacksAllowance(needs));
    const others = this.unjudged.length - unrated.length;
    desk.panel.show(make("h2", {}, title), make("section", {class: "receipt", id: "story"},
      make("p", {class: "gist"}, make("span", {}, `${this.heading()}.`)),
      this.position.tape.accepts
        ? make("p", {id: "accepts"}, `${this.position.tape.accepts}.`) : null,
      make("ul", {class: "found"}, shown.map((one) => make("li", {class: `is-${one.verdict}`},
        make("span", {class: "sign", "aria-hidden": "true"}, SIGNS[one.verdict]),
        make("button", {type: "button", click: () => this.show(one)},
          `step ${one.at}, ${one.name ?? ""}: ${one.why}`)))),
      rest ? make("p", {class: "hint"}, `${rest} more: f goes through them.`) : null,
      unrated.length ? make("div", {}, make("p", {}, `${counted(unrated.length, "move")} `
        + `${unrated.length === 1 ? "was" : "were"} not judged: the ratings of the units are not `
        + "known."), make("div", {class: "actions"},
      make("button", {type: "button", id: "story-unrated", click: () => this.show(unrated[0])},
        "Show the first"), make("button", {type: "button", id: "story-ratings",
        click: () => this.giveRatings()}, "Give the ratings"))) : null,
      others ? make("p", {}, make("button", {type: "button", id: "story-others",
        click: () => this.show(this.unjudged.find(({needs}) => !lacksAllowance(needs)))},
      `${others} not judged for another reason: show the first`)) : null));
    speak(this.heading());
  }

  /** A table of ratings to paste, after which the log is judged anew. */
  giveRatings() {
    const {desk} = this;
    const form = pasted(desk, () => {
      desk.position.handles.clear();
      const {value} = desk.source.select;
      if (value) desk.source.chosen(value);
    });
    form.open = true;
    desk.panel.show(make("h2", {}, "Ratings of the units"), form);
  }

  /** The game goes on: there are more steps than before. */
  grown() {
    if (this.element.hidden) return this.open();
    this.chapters = undefined;
    const before = this.told.length, {accepts} = this.position.tape;
    this.collect();
    if (accepts && this.told.length !== before) this.desk.news(accepts);
    this.bar.max = String(this.position.steps - 1);
    this.ticks();
    return this.moved();
  }

  /** A button that plays the log as a film, and stops it. */
  filmButton() {
    this.film = make("button", {id: "film", "aria-pressed": "false",
      title: "Play it as a film, chit by chit", click: () => this.play()}, "Film");
    return this.film;
  }

  /** Show chit by chit what was done; at the end what was found, and what is due. */
  play() {
    if (this.playing) return this.stop();
    const {position} = this;
    this.chapters = chapters(position, this.told);
    const ahead = this.chapters.findIndex((one) => one.to > position.step);
    this.chapter = Math.max(0, ahead) - 1;
    this.film.setAttribute("aria-pressed", "true");
    this.playing = setInterval(() => this.on(), CHAPTER);
    this.on();
  }

  /** One chit on, or to the end's summary. */
  on() {
    this.chapters ??= chapters(this.position, this.told);
    this.chapter = (this.chapter ?? -1) + 1;
    const one = this.chapters[this.chapter];
    if (!one) {
      this.stop();
      return this.summary();
    }
    this.showChapter(one);
  }

  /** Show a chit's moves as arrows, and what was found under it.
   * @param {import("./film.js").Chapter} one */
  showChapter(one) {
    const {position, desk} = this;
    position.go(one.to);
    const known = (hex) => desk.lattice.find(hex);
    const hexes = one.moves.flatMap((move) => move.hexes).map(known).filter(Boolean);
    desk.view.painter("moved", 40, one.moves.length ? (ctx, look) => {
      for (const {hexes: way_} of one.moves) way(way_.map((hex) => ({hex})), {ink: "#3b3b3b",
        width: 4, dash: [10, 8], numbers: false})(ctx, look);
    } : null);
    desk.view.painter("arrivals", 70, one.moves.length ? arrivals(one.moves, "#3b3b3b") : null);
    const wrong = one.findings.flatMap((found) => found.hexes ?? []);
    desk.view.painter("finding", 65, wrong.length ? way(wrong.map((hex) => ({hex})),
      {ink: INK.blocked, dash: [16, 10], numbers: false}) : null);
    if (hexes.length) desk.view.fit(hexes, -0.5);
    this.where.textContent = plain(told(one));
    speak(plain(told(one)));
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.film?.setAttribute("aria-pressed", "false");
  }

  /** What the log shows, chit by chit, in a sentence for the chat, and the way to one's turn. */
  summary() {
    const {desk, position} = this, {tape} = position, shown = this.chapters ?? [];
    const worth = this.told.filter((one) => one.verdict === "illegal");
    const first = worth[0] ?? this.told[0];
    const sentence = `${tape.title}: ${shown.length} chits or phases, ${position.steps - 1} steps, `
      + this.heading() + (tape.rules ? `, ${tape.rules}` : "")
      + (first ? `; worth a look: step ${first.at}, ${first.name ?? ""}: ${first.why}` : "") + ".";
    const turn = desk.usable.some((one) => one.constructor.id === "turn");
    desk.panel.show(make("h2", {}, "The turn as it was played"),
      make("p", {class: "gist"}, make("span", {}, plain(sentence))),
      make("div", {class: "actions"},
        make("button", {id: "film-chat", click: () => desk.copy(plain(sentence))}, "Copy for chat"),
        this.told.length ? make("button", {click: () => this.show(first)}, "Show the finding") : null,
        turn ? make("button", {id: "film-turn", click: () => desk.take("turn")},
          "Your turn: what is due") : null),
      make("ol", {id: "chapters"}, shown.map((one) => make("li", {}, make("button", {
        click: () => this.showChapter(one)}, plain(told(one)))))));
    speak(sentence);
  }

  heading() {
    const many = (name) => this.told.filter((one) => one.verdict === name).length;
    const {live, accepts, judged: judge} = this.position.tape;
    if (live && judge) return accepts || "a live game: nothing to put right";
    if (!judge) return "no judge for this game";
    const found = this.told.length ? [`${many("illegal")} illegal, ${many("possible")} possible`]
      : [];
    const open = this.unjudged.length, judged = this.findings.length - open;
    if (!open) return found[0] ?? "nothing found illegal";
    if (!found.length) found.push(`nothing illegal in ${counted(judged, "deed")} that could be judged`);
    return [...found, `${open} not judged`].join(", ");
  }

  /** Draw the findings over the bar: taller is graver. */
  ticks() {
    const {canvas} = this, width = canvas.clientWidth;
    canvas.width = width;
    const ctx = canvas.getContext("2d"), last = Math.max(1, this.position.steps - 1);
    const grave = [...this.findings].sort((a, b) => HEIGHTS[a.verdict] - HEIGHTS[b.verdict]);
    for (const {at, verdict} of grave) {
      const x = 8 + (at / last) * (width - 16), height = HEIGHTS[verdict] ?? 4;
      ctx.fillStyle = INKS[verdict] ?? "#999";
      ctx.fillRect(x - 1.5, 30 - height, verdict === "illegal" ? 4 : 2, height);
    }
  }

  /** The position has changed: tell where it is, and draw what moved. */
  moved() {
    if (this.element.hidden || !this.bar) return;
    const {step, steps, moment} = this.position;
    this.bar.value = String(step);
    const said = (moment.text ?? []).join(" · ");
    this.where.textContent = `${step} / ${steps - 1}  ${moment.turn ?? ""}  `
      + `${moment.player ? `${moment.player}: ` : ""}${said}`;
    this.bar.setAttribute("aria-valuetext", this.where.textContent);
    const before = step ? this.position.frames[step - 1] ?? [] : [];
    const stood = new Map(before.map((one) => [one.piece, one.hex]));
    const moves = (moment.changed ?? []).filter((one) => one.hex && stood.get(one.piece)
      && stood.get(one.piece) !== one.hex)
      .map((one) => [{hex: stood.get(one.piece)}, {hex: one.hex}]);
    this.desk.view.painter("moved", 40, moves.length ? (ctx, look) => {
      for (const move of moves) way(move, {ink: "#3b3b3b", width: 4, dash: [10, 8],
        numbers: false})(ctx, look);
    } : null);
    this.desk.view.painter("arrivals", 70, moves.length ? arrivals(moves.map((move) =>
      ({hexes: move.map(({hex}) => hex)})), "#3b3b3b") : null);
  }

  /** Go to the next finding. @param {number} by */
  next(by) {
    const {step} = this.position;
    const all = this.told.length ? this.told : this.unjudged;
    const ahead = all.filter((one) => (by > 0 ? one.at > step : one.at < step));
    const one = (by > 0 ? ahead[0] : ahead[ahead.length - 1])
      ?? all.find((it) => it.at === step && it !== this.last);
    if (one) this.show(one);
    else speak("no further finding");
  }

  /** Show a finding: its moment, its hexes, its receipt. */
  show(one) {
    const {desk} = this;
    desk.tool.clear();
    this.position.go(one.at);
    this.last = this.current = one;
    desk.dispatchEvent(new Event("finding"));
    const hexes = (one.hexes ?? []).map((number) => desk.lattice.find(number)).filter(Boolean);
    desk.view.painter("finding", 65, way((one.hexes ?? []).map((hex) => ({hex})),
      {ink: INK.blocked, dash: [16, 10], numbers: false}));
    if (hexes.length) desk.view.fit(hexes, -0.5);
    const step = (at) => make("button", {click: () => this.position.go(at)},
      at === one.at ? "after" : "before");
    desk.panel.show(
      make("h2", {}, `${SIGNS[one.verdict]} ${one.verdict}`, make("small", {},
        ` step ${one.at}${one.name ? `, ${one.name}` : ""}`)),
      make("p", {class: "gist"}, one.why),
      one.rule ? make("p", {}, make("button", {class: "rule", "data-rule": one.rule}, one.rule))
        : null,
      make("div", {class: "actions"}, step(Math.min(...one.steps)), step(one.at),
        make("button", {click: () => this.next(1)}, "Next finding (f)")),
      one.receipt ? receipt(one.receipt, {label: "What the verdict rests on",
        lattice: desk.lattice}) : null,
      one.around ? make("h3", {}, AROUND[one.around.verdict] ?? AROUND.undetermined) : null,
      one.around ? receipt(one.around, {label: "The way round", lattice: desk.lattice,
        actions: one.around.verdict === "legal" ? [saving(desk, "Save for VASSAL (.vsav)",
          () => this.saveAround(one), {id: "around-vsav"})] : []}) : null,
      one.needs?.length ? make("p", {class: "needs"}, `Needs: ${one.needs.map(plain).join("; ")}`) : null);
    speak(`${one.verdict}, step ${one.at}: ${one.why}`);
  }

  /** The way round as a saved game: the moment before, and the unit at the way's end. */
  async saveAround(one) {
    const {position, desk} = this, hex = one.hexes?.[0];
    position.go(Math.min(...one.steps));
    const counter = position.counters.find((it) => it.name === one.name && it.hex === hex)
      ?? position.counters.find((it) => it.id === one.unit || it.name === one.name);
    if (!counter) throw new Error(`${one.name}: not on the map at this moment`);
    await saveForVassal(desk, {counter, answer: one.around});
  }

  /** Before and after: of the last finding, or of this step. */
  swap() {
    const {step} = this.position, one = this.last;
    const first = one ? Math.min(...one.steps) : step - 1;
    if (one && step === one.at) this.position.go(first);
    else if (one && step === first) this.position.go(one.at);
    else if (this.swapped === step + 1) this.position.go(step + 1);
    else {
      this.swapped = step;
      this.position.go(step - 1);
    }
  }
}

// Where positions come from: scenarios, files of the folder that is watched, files dropped here.

import {byId, make} from "./elements.js";
import {grid} from "./paint.js";

const ASK_AGAIN = 700;
const TITLES = {wed: "Where Eagles Dare", tdc: "The Devil’s Cauldron", mg: "Both games joined",
  ins: "It Never Snows"};
/** What a position without a scenario is called. */
const EMPTY = "empty";
const KINDS = ".vsav,.vlog,.clubroute,.vmod", MODULE = ".vmod";

export class Source extends EventTarget {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    super();
    this.desk = desk;
    this.room = desk.room;
    this.select = byId("scenario");
    this.select.addEventListener("change", () => this.chosen(this.select.value));
    const pick = make("input", {type: "file", multiple: true, accept: KINDS, class: "unseen", id: "file",
      tabindex: -1, "aria-label": "A saved game or log", change: () => this.files(pick.files)});
    byId("source").append(pick, make("button", {class: "menu", type: "button",
      click: () => pick.click()}, "Open file …"));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer?.files.length) this.files(event.dataTransfer.files);
    });
    this.room.addEventListener("file", (event) => this.changed(event.detail));
    this.room.addEventListener("played", (event) => this.played(event.detail));
  }

  /** Begin with what the room was started with. */
  async begin() {
    const [told] = await Promise.all([this.room.json("/start"), this.room.enter()]);
    this.scenarios = told.scenarios;
    this.opened = told.opened;
    this.live = told.live ?? [];
    this.list();
    const file = told.opened.file ?? this.live[0]
      ?? (this.room.can.keep ? null : told.opened.files[0]);
    if (await this.desk.links.opened()) return;
    if (file) await this.file(file);
    else {
      const first = told.scenarios.find((one) => one.opens) ?? told.scenarios[0];
      await this.scenario(first.map, first.id);
    }
    this.desk.links.tell();
  }

  list() {
    const group = (label, many) => make("optgroup", {label}, many);
    const found = new Map();
    for (const one of this.scenarios) found.set(one.map, [...(found.get(one.map) ?? []), one]);
    this.select.replaceChildren(
      ...this.live.length ? [group("In VASSAL now", this.live.map((name) =>
        make("option", {value: `file ${name}`}, name)))] : [],
      ...this.opened.files.length ? [group(this.opened.folder ?? "", this.opened.files.map((name) =>
        make("option", {value: `file ${name}`}, name)))] : [],
      ...[...found].map(([map, many]) => group(TITLES[map] ?? map, many.map((one) =>
        make("option", {value: `${map} ${one.id}`}, one.id === EMPTY ? `${TITLES[map] ?? map}: `
          + "the empty map" : `${one.id}: ${one.title}`)))));
  }

  /** What a map is called. @param {string} map */
  titleOf(map) {
    return TITLES[map] ?? map;
  }

  /** The files that were kept are no more. */
  forgotten() {
    this.opened.files = [];
    this.list();
  }

  /** @param {string} value */
  chosen(value) {
    const at = value.indexOf(" "), kind = value.slice(0, at), name = value.slice(at + 1);
    const opening = kind === "file" ? this.file(name) : this.scenario(kind, name);
    return opening.catch((error) => this.desk.panel.trouble(error));
  }

  /** @param {string} map @param {string} scenario */
  async scenario(map, scenario) {
    const query = new URLSearchParams({map, scenario});
    const tape = await this.room.json(`/tape?${query}`);
    await this.show(tape, `${map} ${scenario}`);
    // Where no unit stands in its hex, its owner begins by placing them.
    const {units} = tape.first;
    if (units?.length && !units.some((one) => one.hex)) this.desk.take("whatif");
  }

  /** A file of the folder. @param {string} name */
  async file(name, last = false) {
    const tape = await this.room.json(`/tape?${new URLSearchParams({file: name})}`);
    if (!await this.show(tape, `file ${name}`)) return;
    if (last || tape.live) this.desk.position.go(this.desk.position.steps);
  }

  /** Files dropped or chosen: a module, which tells more of the others, then the first of these.
   * @param {FileList} many */
  async files(many) {
    const isModule = ({name}) => name.toLowerCase().endsWith(MODULE), all = [...many];
    const others = all.filter((one) => !isModule(one)).slice(0, 1);
    for (const one of [...all.filter(isModule), ...others]) {
      this.desk.news(`Reading ${one.name} …`, true, true);
      try {
        const query = new URLSearchParams({name: one.name});
        const tape = await this.room.json(`/tape?${query}`, {method: "POST", body: one});
        this.desk.news("");
        await this.show(tape, "");
      } catch (error) {
        this.desk.news("");
        this.desk.panel.trouble(error);
      }
    }
  }

  /** VASSAL has written a file: show it. @param {string} name */
  async changed(name) {
    if (!this.opened.files.includes(name)) {
      this.opened.files.unshift(name);
      this.list();
    }
    try {
      await this.file(name, true);
      this.desk.news(`${name}: just saved.`);
    } catch (error) {
      this.desk.news(`${name}: ${error.message}`);
    }
  }

  /** A game is played in VASSAL: a page that shows it goes along; another one is told that there is
   * one. @param {{file: string, digest: string, steps: number}} told */
  async played({file, digest, steps}) {
    if (!this.live.includes(file)) {
      this.live.push(file);
      const {value} = this.select;
      this.list();
      this.select.value = value;
      this.desk.news(`${file}: a game in VASSAL, to be chosen above.`);
    }
    if (this.select.value !== `file ${file}`) return;
    this.following = (this.following ?? Promise.resolve()).then(() =>
      this.follow(file, digest, steps)).catch((error) => this.desk.news(error.message));
    await this.following;
  }

  /** Take what a live game has more than this page. @param {string} file @param {string} digest
   * @param {number} steps */
  async follow(file, digest, steps) {
    const {position} = this.desk, here = position.tape.source.digest === digest;
    if (!here) return this.file(file, true);
    const after = position.steps - 1;
    if (steps <= after) return undefined;
    const query = new URLSearchParams({file, after: String(after)});
    const more = await this.room.json(`/tape?${query}`);
    if (position.tape.source.digest !== more.source.digest) return undefined;
    if (!position.grow(more.moments, more)) this.desk.news(`${file}: it has gone on.`);
    return undefined;
  }

  /** Show what a file holds; whether it is a position on one of our maps. */
  async show(tape, value) {
    if (tape.listing) return this.listed(tape.listing);
    if (tape.own_module) return this.own(tape.own_module);
    await this.desk.open(tape);
    this.select.value = value;
    if (!value) {
      this.select.prepend(make("option", {value: "", selected: true, disabled: true}, tape.title));
    }
    document.title = `${tape.title} · Map room`;
    this.dispatchEvent(new Event("shown"));
    this.boards(tape.map);
    return true;
  }

  /** The pieces of a game without rules here, by window and place, as its module names them.
   * @param {{title: string, sides: string, windows: {head: string, places: string[][]}[],
   *   notes: string[]}} told */
  listed({title, sides, windows, notes}) {
    const {desk} = this;
    desk.tool.clear();
    desk.panel.show(make("h2", {}, "No rules for this game"), make("p", {}, title),
      sides ? make("p", {}, `Sides: ${sides}`) : null,
      ...windows.map(({head, places}) => make("section", {class: "listing"}, make("h3", {}, head),
        make("ul", {}, places.map(([place, said]) => make("li", {}, place ? `${place}: ${said}`
          : said))))),
      ...notes.map((one) => make("p", {class: "hint"}, one)));
    return false;
  }

  /** A module of the user's own was read: its boards and counters show where its map does.
   * @param {{id: string, name: string, map: string}} told */
  async own({id, name, map}) {
    const {desk} = this;
    desk.ownBoards.choices.set(map, `own ${id}`);
    if (desk.lattice.name === map) await desk.ownBoards.list();
    else {
      const first = this.scenarios.find((one) => one.map === map);
      if (first) await this.scenario(first.map, first.id);
    }
    desk.news(`${name}: its boards and counters are shown in this browser alone.`);
    return false;
  }

  /** Tell how far the boards are, until they are there. @param {string} map */
  async boards(map) {
    const told = await this.room.json(`/maps/${map}/progress`).catch(() => null);
    if (this.desk.lattice?.name !== map || !told) return;
    this.desk.pieces.drawn = told.counters;
    this.desk.view.painter("grid", 1, told.ready ? null : grid);
    if (told.failed) this.desk.news(`The boards could not be drawn: ${told.failed}`, true);
    else if (told.ready && told.counters && this.waited) {
      this.waited = false;
      this.desk.view.reload();
      this.desk.news("");
    } else if (!told.ready || !told.counters) {
      this.waited = true;
      const what = told.ready ? "The counters are drawn" : `The boards: ${told.stage}`;
      this.desk.news(`${what} …`, true, true);
      setTimeout(() => this.boards(map), ASK_AGAIN);
    }
  }
}

// A position as a link: what is shown, and the question asked last, in an address that opens them.

import {byId, make, speak} from "./elements.js";
import {MOST_WORDS, PARTS, Place} from "./place.js";

const SITE = "clubroute-site", MAP = /^\d([a-z]+)\./;

export class Links {
  /** @param {import("./desk.js").Desk} desk @param {import("./words.js").Words} words */
  constructor(desk, words) {
    this.desk = desk;
    this.words = words;
    this.place = new Place(desk, words);
    addEventListener("hashchange", () => this.opened());
    desk.source.addEventListener("shown", () => this.left());
  }

  /** The parts of the address's fragment. */
  get told() {
    return new URLSearchParams(location.hash.slice(1));
  }

  /** Open the position that the address has. @returns {Promise<boolean>} whether there was one */
  async opened() {
    const {desk, told} = this, link = told.get("p"), text = told.get("q") ?? "";
    this.refused = null;
    if (link === null) return this.named(told);
    let tape;
    try {
      await desk.board(link.match(MAP)?.[1]);
      tape = await desk.room.json("/linked", {method: "POST", body: JSON.stringify({link})});
    } catch (error) {
      this.refused = error;
      this.tell();
      return false;
    }
    this.opening = true;
    await desk.source.show(tape, "");
    this.opening = false;
    this.sent = desk.position.tape;
    if (text && text.length <= MOST_WORDS) {
      byId("ask").value = text;
      // What was clicked brings the same answer where it was; words bring it anywhere.
      if (!told.has("u") && !told.has("h")) await this.words.asked(text);
    } else if (text) desk.news("The question of this link is too long.");
    await this.place.restore(told);
    performance.mark("linked");
    return true;
  }

  /** Open the scenario, the file or the live game whose name the address has, and go where it says.
   * @param {URLSearchParams} told @returns {Promise<boolean>} */
  async named(told) {
    const {source} = this.desk, [file, scenario] = [told.get("f"), told.get("s")];
    const here = file === null ? scenario : `file ${file}`;
    if (here === null) return false;
    this.opening = true;
    try {
      if (source.select.value !== here || !this.desk.position.tape) {
        const at = here.indexOf(" "), name = here.slice(at + 1);
        if (file === null) await source.scenario(here.slice(0, at), name);
        else await source.file(name, !told.has("n"));
      }
      await this.place.restore(told);
    } catch (error) {
      this.refused = error;
      this.tell();
      return false;
    } finally {
      this.opening = false;
    }
    return true;
  }

  /** Tell why a link cannot be opened, if it could not. */
  tell() {
    if (!this.refused) return;
    const head = make("h2", {}, "This link cannot be opened");
    this.desk.panel.trouble(this.refused, head);
  }

  /** Something else is shown now: the address is no longer of what it was, and has the name of what
   * the room can open again. */
  left() {
    const {told} = this, before = String(told), {value} = this.desk.source.select;
    // Back leads to what was shown before; the first thing that is shown has nothing before it.
    const first = !this.shown;
    this.shown = true;
    if (this.opening) return;
    for (const name of ["p", "q", "f", "s", ...PARTS]) told.delete(name);
    if (value.startsWith("file ")) told.set("f", value.slice(5));
    else if (value) told.set("s", value);
    if (String(told) === before) return;
    history[first ? "replaceState" : "pushState"](null, "", `#${told}`);
    this.place.branches.restore();
  }

  /** Whether a link that somebody sent was opened, and something has been tried out since. */
  get replies() {
    const {position} = this.desk;
    return Boolean(this.sent) && position.tape === this.sent && position.tried.length > 0;
  }

  /** Where links lead: to this site, or to the one that was named. */
  get site() {
    if (this.desk.room.can.offline || this.desk.room.can.keep) return location.href.split("#")[0];
    return localStorage.getItem(SITE) ?? "";
  }

  /** The address of a ruling's position, with its question; none where links lead nowhere.
   * @param {{method: string, params: any}} ruling */
  async ofRuling({method, params}) {
    const {map, state} = params;
    if (!this.site || !map || !state) return "";
    return this.addressOf({map, state, title: `a ruling on ${method}`,
      source: {kind: "position"}, question: {method, params}});
  }

  /** An address. @param {object} told */
  async addressOf(told) {
    const {link, words} = await this.desk.room.json("/link", {method: "POST",
      body: JSON.stringify(told)});
    return `${this.site}#p=${link}${words ? `&q=${encodeURIComponent(words)}` : ""}`;
  }

  /** The address of what is shown, with the question asked last about it.
   * @param {boolean} [ratings] whether the owner's ratings of the units go along */
  async address(ratings = false) {
    const {desk} = this, {position} = desk, state = await position.state();
    const [method, params] = desk.asked?.question ?? [];
    const question = method ? {method, params: params ?? {}} : undefined;
    const address = await this.addressOf({map: position.map, state, source: position.tape.source,
      step: position.step, title: position.tape.title, done: [...position.done, ...this.replies
        ? position.tried.filter(({done}) => !done).map(({text}) => `tried: ${text}`) : []],
      counters: position.counters, question, ratings});
    const {n: _, k: __, ...parts} = this.place.parts;
    // What the box asked is asked again in its own words.
    const whole = parts.q ? address.split("&q=")[0] : address;
    return `${whole}&${new URLSearchParams(parts)}`;
  }

  /** The part of the panel that makes a link. */
  part() {
    const copy = make("button", {id: "share-link", type: "button", disabled: !this.site,
      click: () => this.copy().catch((error) => this.desk.panel.trouble(error))},
    this.replies ? "Reply with this branch as a link" : "Copy as a link");
    const here = this.desk.room.can.keep ? null : make("div", {class: "field"},
      make("label", {for: "share-site"}, "Links lead to the site"), make("input", {type: "text",
        id: "share-site", value: this.site, placeholder: "https://… (clubroute site)",
        change: (event) => {
          localStorage.setItem(SITE, event.target.value.trim());
          copy.disabled = !this.site;
        }}));
    const rated = make("label", {class: "rated"}, make("input", {type: "checkbox",
      id: "share-rated"}), " with my ratings of these units (whoever has the link can read them)");
    return make("div", {class: "share-link"}, here, rated, make("div", {class: "actions"}, copy));
  }

  async copy() {
    const address = await this.address(byId("share-rated").checked);
    await this.desk.copy(address);
    speak(`copied, ${address.length} characters`);
  }
}

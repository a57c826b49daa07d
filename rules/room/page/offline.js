// What a site can keep in this browser: itself, to be there without a network, the pictures of a
// game, and the user's own files and ratings, which a button deletes.

import {byId, make, speak} from "./elements.js";

const MB = 1e6, AT_ONCE = 6;
/** Ms without a question after which a site is kept. */
const QUIET = 1500;
const size = (bytes) => `${(bytes / MB).toFixed(1)} MB`;

export class Offline {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.transport = desk.room.transport;
    if (!desk.room.can.keep) return;
    byId("menu").append(make("button", {type: "button", click: () => this.show()}, "Offline"));
    if (desk.room.can.offline) {
      this.transport.addEventListener("ready", () => this.later(), {once: true});
    }
  }

  /** Keep the site once nobody waits for an answer: that takes the network and the processor. */
  later() {
    setTimeout(() => (this.transport.busy ? this.later() : this.register()), QUIET);
  }

  /** Have the site kept, and the pictures seen before it was. */
  async register() {
    const {serviceWorker} = navigator;
    try {
      await serviceWorker.register("sw.js");
      await serviceWorker.ready;
      if (!serviceWorker.controller) {
        await new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
      }
      const art = new URL(this.desk.room.art, document.baseURI).href;
      const seen = performance.getEntriesByType("resource").map(({name}) => name)
        .filter((name) => name.startsWith(art));
      // One that cannot be had now is not missed before it is to be seen again.
      await Promise.all(seen.map((one) => fetch(one).catch(() => null)));
      document.body.classList.add("kept");
      if (document.getElementById("keep-games")) await this.show();
    } catch (error) {
      this.failed = error.message; // told where one looks for it
    }
  }

  /** Fetch files, so that the site's service worker keeps them. @param {string[]} many
   * @param {(done: number) => void} [tell] */
  async fetch(many, tell) {
    let done = 0;
    const due = [...many];
    await Promise.all(Array.from({length: AT_ONCE}, async () => {
      for (let one = due.pop(); one; one = due.pop()) {
        const answer = await fetch(one);
        if (!answer.ok) throw new Error(`${one}: ${answer.status}`);
        await answer.arrayBuffer();
        tell?.(++done);
      }
    }));
  }

  async show() {
    const {desk, transport} = this, told = await transport.told;
    const files = await transport.kept.names(), owner = Object.keys(await transport.kept.owned());
    const kept = navigator.serviceWorker?.controller;
    desk.tool.clear();
    desk.panel.show(make("h2", {}, "Offline"),
      make("p", {}, kept ? "The rules and maps are kept in this browser: this page opens without a "
        + "network, with the pictures you have seen."
        : this.failed ? `This browser keeps no page for offline: ${this.failed}`
          : "The rules and maps are being kept in this browser …"),
      make("div", {class: "actions", id: "keep-games"}, kept ? told.games.map((name) =>
        this.game(name)) : []),
      make("h2", {}, "Yours"),
      make("p", {class: "hint"}, files.length || owner.length
        ? "Kept in this browser alone, for your next visit; nobody else can read it."
        : "Nothing of yours is kept here yet: the files you open and the ratings of your counters "
          + "would be, in this browser alone."),
      files.length || owner.length ? make("ul", {}, [...owner, ...files].map((one) =>
        make("li", {}, one))) : null,
      files.length || owner.length ? make("div", {class: "actions"}, make("button", {id: "forget",
        type: "button", click: () => this.forget()}, "Delete all that is mine here")) : null);
  }

  /** A button that fetches a game's pictures. @param {string} name */
  game(name) {
    const title = this.desk.source.titleOf(name);
    const button = make("button", {type: "button", id: `keep-${name}`, click: async () => {
      button.disabled = true;
      try {
        const list = await (await fetch(this.transport.at(`${this.art}${name}.json`))).json();
        const many = Object.keys(list).map((one) => this.transport.at(this.art
          + one.split("/").map(encodeURIComponent).join("/")));
        await this.fetch(many, (done) => {
          button.textContent = `${title}: ${done} of ${many.length} pictures`;
        });
        button.textContent = `${title}: kept, ${size(bytes(list))}`;
        speak(button.textContent);
      } catch (error) {
        button.disabled = false;
        button.textContent = `${title}: not all could be fetched (${error.message}); again?`;
      }
    }}, `Keep ${title} for offline`);
    this.sized(button, name, title);
    return button;
  }

  /** Tell how many MB a game is. */
  async sized(button, name, title) {
    const told = await this.transport.told;
    this.art = told.art;
    const list = await (await fetch(this.transport.at(`${told.art}${name}.json`))).json();
    if (!button.disabled) button.textContent = `Keep ${title} for offline: ${size(bytes(list))}`;
  }

  async forget() {
    await this.transport.forget();
    this.desk.source.forgotten();
    this.desk.news("Nothing of yours is kept here any more.");
    await this.show();
  }
}

/** @param {Record<string, number>} list */
const bytes = (list) => Object.values(list).reduce((sum, one) => sum + one, 0);

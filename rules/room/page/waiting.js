// What one waits for where the rules are in the page itself: until they are loaded, and a question
// that takes long, which can be given up.

import {byId, make} from "./elements.js";

export class Waiting {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const {transport, can} = desk.room;
    if (!can.cancel) return;
    this.line = make("p", {id: "busy", role: "status", hidden: true});
    byId("map").parentElement.append(this.line);
    transport.addEventListener("stage", ({detail}) => this.show(`Loading ${detail.stage} …`,
      make("progress", {max: detail.of, value: String(detail.done), "aria-label": "Loading"})));
    transport.addEventListener("ready", () => this.loaded());
    transport.addEventListener("failed", ({detail}) => this.show(
      `The rules cannot be loaded here: ${detail}`));
    transport.addEventListener("slow", () => this.show("Working …", make("button", {type: "button",
      click: () => transport.cancel()}, "Give up")));
    transport.addEventListener("rest", () => this.show());
  }

  loaded() {
    this.show();
    performance.mark("engine");
    document.body.classList.add("answering");
  }

  /** @param {...any} nodes none: nothing is waited for */
  show(...nodes) {
    this.line.replaceChildren(...nodes);
    this.line.hidden = !nodes.length;
  }
}

// Sharing: what was kept, as one page that opens from disk without a network, and as text.

import {byId, make} from "./elements.js";
import {save, saveForVassal, savePosition, saving, written} from "./files.js";
import {forChat, receipt} from "./receipt.js";

const STYLE = "body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:1.5rem auto;"
  + "padding:0 1rem;color:#1d2328;background:#fffdf7}img{width:100%;height:auto;border:1px solid "
  + "#b8b09a}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;"
  + "padding:.2rem .5rem;border-top:1px solid #d9d2c0}.gist{font-weight:700;font-size:1.1rem}"
  + ".sign{margin-right:.5rem}.cost{text-align:right;white-space:nowrap}.unseen{position:absolute;"
  + "clip-path:inset(50%);width:1px;height:1px;overflow:hidden}.rule,.basis{color:#59626a;"
  + "margin-left:.4rem}section{border-top:2px solid #17293a;margin-top:1.5rem}"
  + ".letter{font-weight:700;border:1px solid;padding:0 .3rem}.needs{color:#7a5a00}.unchecked,.notes,.rests{color:#59626a}.bare .sum{display:none}";
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** The map as it is seen, as a data URL: our drawing always, never the boards and counters of a module
 * that are the user's own and somebody else's art. @param {import("./view.js").View} view */
export function picture(view) {
  const box = view.element.getBoundingClientRect(), canvas = document.createElement("canvas");
  canvas.width = Math.round(box.width);
  canvas.height = Math.round(box.height);
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = "#cfd3c4";
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  for (const tile of view.drawn) {
    const at = tile.getBoundingClientRect();
    ctx.drawImage(tile, at.left - box.left, at.top - box.top, at.width, at.height);
  }
  const over = document.createElement("canvas");
  view.draws(over, true);
  ctx.drawImage(over, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.85);
}

/** A receipt without what only works in the room. @param {any} answer @param {any} lattice */
function plain(answer, lattice) {
  const made = receipt(answer, {lattice});
  made.querySelector(".toggle")?.remove();
  for (const button of made.querySelectorAll("button")) {
    button.replaceWith(make("span", {class: button.className}, button.textContent));
  }
  for (const one of made.querySelectorAll("details")) one.setAttribute("open", "");
  return made;
}

export class Share {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    byId("menu").append(make("button", {type: "button", click: () => this.show()}, "Share"));
  }

  get kept() {
    return this.desk.kept;
  }

  show() {
    const {desk} = this, {kept} = this;
    const items = kept.map(({answer}, i) => make("li", {}, answer.summary ?? "", " ",
      make("button", {"aria-label": `Leave out answer ${i + 1}`, click: () => {
        kept.splice(i, 1);
        this.show();
      }}, "Leave out")));
    desk.panel.show(make("h2", {}, "Share"),
      make("p", {class: "hint"}, "The map as you see it and the answers you kept, in one file that "
        + "opens from disk, without a network."),
      items.length ? make("ol", {}, items) : make("p", {}, "No answer is kept yet: every receipt "
        + "has a button Keep."),
      make("div", {class: "actions"},
        make("button", {id: "share-page", click: () => this.page()}, "Save as a page (.html)"),
        make("button", {id: "share-chat", disabled: !kept.length, click: () =>
          desk.copy(kept.map(({answer}) => forChat(answer)).join("\n\n"))}, "Copy for chat"),
        saving(desk, "Save as rulings (.txt)", () => this.rulings(), {id: "share-rulings",
          disabled: !kept.length}),
        saving(desk, "Save the position (.clubroute)", () => savePosition(desk),
          {id: "share-position"}),
        saving(desk, "Save for VASSAL (.vsav)", () => saveForVassal(desk), {id: "share-vsav"})),
      desk.links.part());
  }

  /** The page as text. */
  html() {
    const {position, lattice} = this.desk, {tape, moment} = position;
    const where = [lattice.title, tape.title, moment.turn,
      position.steps > 1 ? `step ${position.step} of ${position.steps - 1}` : ""]
      .filter(Boolean).join(" · ");
    const page = document.implementation.createHTMLDocument(tape.title);
    page.documentElement.lang = "en";
    const meta = (attributes) => {
      const one = page.createElement("meta");
      for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
      return one;
    };
    const style = page.createElement("style");
    style.textContent = STYLE;
    page.head.prepend(meta({charset: "utf-8"}), meta({"http-equiv": "Content-Security-Policy",
      content: POLICY}), meta({name: "viewport", content: "width=device-width"}));
    page.head.append(style);
    const tried = position.tried.filter(({done}) => !done)
      .map(({text}) => make("li", {}, text));
    page.body.append(make("main", {}, make("h1", {}, tape.title), make("p", {}, where),
      make("img", {src: picture(this.desk.view), alt: `The map: ${where}`}),
      tried.length ? make("h2", {}, "What if") : "", make("ul", {}, tried),
      position.done.length ? make("h2", {}, "What was done") : "",
      make("ol", {}, position.done.map((text) => make("li", {}, text))),
      ...this.kept.map(({answer, params, lattice: own}) => plain(answer,
        own.name === params.map ? own : this.desk.lattices.get(params.map) ?? lattice)),
      tape.source.digest ? make("p", {class: "rests"}, `File: ${tape.source.digest}`) : ""));
    return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
  }

  page() {
    save(this.desk, this.html(), "text/html", ".html");
  }

  /** What was kept, each with its whole position, so that an opponent can ask it again. */
  async rulings() {
    const {desk} = this, texts = [];
    for (const {method, params, state} of this.kept) {
      const told = {method, params: {...params, state: await state}};
      const link = await desk.links.ofRuling(told).catch(() => "");
      const record = await (await written(desk, "/ruling", told)).text();
      texts.push(link ? `Open it: ${link}\n\n${record}` : record);
    }
    save(desk, texts.join("\n"), "text/plain", "-rulings.txt");
  }
}

// The page begins here: the room's token, its scenarios, and the parts of the page.

import {Boards} from "./boards.js";
import {Corner} from "./corner.js";
import {Desk} from "./desk.js";
import {Drawer} from "./drawer.js";
import {byId, make} from "./elements.js";
import {Keys} from "./keys.js";
import {Layers} from "./layers.js";
import {Offline} from "./offline.js";
import {Links} from "./links.js";
import {Room} from "./rpc.js";
import {Share} from "./share.js";
import {Source} from "./source.js";
import {Timeline} from "./timeline.js";
import {transportOf} from "./transport.js";
import {Waiting} from "./waiting.js";
import {Words} from "./words.js";

const room = new Room(transportOf(new URLSearchParams(location.hash.slice(1))));
const desk = new Desk(room);
const keys = new Keys(desk);
const source = new Source(desk);
const timeline = new Timeline(desk, keys);
const words = new Words(desk);
const layers = new Layers(desk);
const drawer = new Drawer(desk);
const ownBoards = new Boards(desk);
new Corner(desk);
new Share(desk);
new Offline(desk);
new Waiting(desk);
Object.assign(desk, {timeline, source, layers, ownBoards});
Object.assign(desk, {links: new Links(desk, words)});
Object.assign(window, {clubroute: desk});
keys.more.set("g", () => desk.grounds.toggle()).set("l", () => layers.toggle())
  .set("o", () => drawer.toggle());


function drawTools() {
  byId("tools").replaceChildren(...desk.usable.map((tool) => {
    const {id, label, key} = tool.constructor;
    return make("button", {type: "button", role: "radio", id: `tool-${id}`,
      "aria-checked": String(tool === desk.tool), title: `${label} (${key})`,
      tabindex: tool === desk.tool ? 0 : -1,
      click: () => desk.take(id)}, label);
  }));
}

byId("tools").addEventListener("keydown", (event) => {
  const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
  if (!by) return;
  const all = desk.usable, at = all.indexOf(desk.tool);
  desk.take(all[(at + by + all.length) % all.length].constructor.id);
  byId(`tool-${desk.tool.constructor.id}`).focus();
  event.preventDefault();
});

room.addEventListener("gone", () => {
  desk.news(`${room.closed ? "The room was closed." : "The room has stopped answering."} Start it `
    + "again (clubroute room); this page goes on by itself.", true);
  document.body.classList.add("gone");
});
room.addEventListener("back", () => {
  desk.news("The room is back.");
  document.body.classList.remove("gone");
  desk.view.reload();
  desk.tool.again();
});
room.addEventListener("refused", () => {
  desk.news("This address is no longer good: open the one that clubroute room prints.", true);
});
desk.addEventListener("opened", drawTools);
desk.addEventListener("tool", drawTools);
byId("panel").addEventListener("click", (event) => {
  const at = event.target.closest("[data-hex]");
  const hex = at && desk.lattice.find(at.dataset.hex.split("/")[0]);
  if (hex) desk.move(hex);
  const rule = event.target.closest("[data-rule]");
  if (rule) showRule(rule);
});

/** What a rule says, below where it is cited. @param {HTMLElement} button */
async function showRule(button) {
  const about = button.dataset.rule.split(/[;,]/)[0].trim();
  const told = await room.ask("rule.find", {about, map: desk.lattice.name}).catch(() => null);
  const texts = (told?.clauses ?? []).flatMap((one) => one.told.map((it) => it.text));
  const box = make("div", {class: "clause"}, make("strong", {}, about),
    texts.length ? make("ul", {}, texts.slice(0, 6).map((text) => make("li", {}, text)))
      : " is not in the clauses we have.");
  const old = button.parentElement.querySelector(".clause");
  if (old) old.remove();
  else button.parentElement.append(box);
}
new ResizeObserver(() => desk.view.resized()).observe(byId("map"));

async function begin() {
  await source.begin();
  room.listen();
  performance.mark("ready");
  document.body.classList.add("ready");
}

begin().catch((error) => desk.panel.trouble(error));

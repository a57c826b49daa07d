// The page begins here: the room's token, its scenarios, and the parts of the page.

import {Desk} from "./desk.js";
import {byId, make} from "./elements.js";
import {Keys} from "./keys.js";
import {Room} from "./rpc.js";

const ASK_AGAIN = 700;

const room = new Room(location.hash.slice(1));
const desk = new Desk(room);
const keys = new Keys(desk);
Object.assign(window, {clubroute: desk});

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

/** Open a scenario's set-up. @param {string} map @param {string} scenario */
async function openScenario(map, scenario) {
  const query = new URLSearchParams({map, scenario});
  await desk.open(await room.json(`/tape?${query}`));
  watchBoards(map);
}

/** Tell how far the boards are, until they are there. @param {string} map */
async function watchBoards(map) {
  const told = await room.json(`/maps/${map}/progress`).catch(() => null);
  if (desk.lattice?.name !== map || !told) return;
  if (told.failed) desk.news(`The boards could not be drawn: ${told.failed}`, true);
  else if (told.ready) {
    if (byId("news").dataset.boards) desk.view.tiles.redraw();
    delete byId("news").dataset.boards;
    if (byId("news").textContent.startsWith("The boards")) desk.news("");
  } else {
    byId("news").dataset.boards = "1";
    desk.news(`The boards: ${told.stage} …`, true);
    setTimeout(() => watchBoards(map), ASK_AGAIN);
  }
}

const titles = {wed: "Where Eagles Dare", tdc: "The Devil’s Cauldron", mg: "Both games joined",
  ins: "It Never Snows"};

function listScenarios(scenarios) {
  const select = byId("scenario");
  const groups = Map.groupBy ? Map.groupBy(scenarios, (one) => one.map) : grouped(scenarios);
  for (const [map, many] of groups) {
    select.append(make("optgroup", {label: titles[map] ?? map}, many.map((one) =>
      make("option", {value: `${map} ${one.id}`}, `${one.id}: ${one.title}`))));
  }
  select.addEventListener("change", () => {
    const [map, ...id] = select.value.split(" ");
    openScenario(map, id.join(" ")).catch((error) => desk.panel.trouble(error));
  });
}

function grouped(scenarios) {
  const found = new Map();
  for (const one of scenarios) found.set(one.map, [...(found.get(one.map) ?? []), one]);
  return found;
}

room.addEventListener("gone", () => {
  desk.news("The room has stopped answering. Start it again (clubroute room); this page goes on "
    + "by itself.", true);
  document.body.classList.add("gone");
});
room.addEventListener("back", () => {
  desk.news("The room is back.");
  document.body.classList.remove("gone");
  desk.view.tiles?.redraw();
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
});
new ResizeObserver(() => desk.view.resized()).observe(byId("map"));

async function begin() {
  const told = await room.json("/start");
  listScenarios(told.scenarios);
  room.listen();
  const first = told.scenarios[0];
  await openScenario(first.map, first.id);
  performance.mark("ready");
  document.body.classList.add("ready");
}

begin().catch((error) => desk.panel.trouble(error));
export {desk, keys, room};

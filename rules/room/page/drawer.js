// What a save cannot say: the turn, the weather, Fire Zones, the Club Route. Filled in by the file
// or the scenario; what is said here is taken for every answer, and can be taken back.

import {byId, make} from "./elements.js";
import {plain} from "./plain.js";

const TIMES = ["0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night"];
const WHOLE = (text) => (text === "" ? undefined : Number(text));

/** Path in the position, label, kind; how a text becomes a value. */
const FIELDS = {
  gts: [
    ["turn.date", "Date", "date"], ["turn.time", "Turn of the day", TIMES],
    ["turn.weather", "Weather", ["clear", "rain", "fog", "overcast", "storm"]],
    ["club_route.marker", "Club Route Marker in", "hex"],
    ["club_route.status", "Club Route Status", ["open", "cut"]],
    ["fire_zones.definition.range", "Fire Zone: hexes from the Unit", "number"],
  ],
  scs: [
    ["turn.number", "Game turn", "number"], ["turn.player", "Player turn", ["Allied", "German"]],
    ["turn.phase", "Phase", ["reinforcements", "air_drops", "road_march", "barrage", "movement",
      "combat", "exploitation", "supply", "dg_removal"]],
  ],
  plain: [["turn", "Game turn", "number"], ["weather", "Weather", "text"],
    ["phase", "Phase", "text"]],
};

/** Which of them a map has; a game of one's own has its own. */
const OF = {wed: "gts", tdc: "gts", mg: "gts", ins: "scs"};

const at = (state, path) => path.split(".").reduce((one, name) => one?.[name], state);

export class Drawer {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.button = make("button", {type: "button", "aria-pressed": "false",
      click: () => this.toggle()}, "Position");
    byId("menu").append(this.button);
    desk.addEventListener("tool", () => this.close());
    desk.addEventListener("opened", () => this.close());
  }

  toggle() {
    if (this.open) {
      this.close();
      this.desk.tool.clear();
      this.desk.tool.begun();
    } else this.show();
  }

  close() {
    this.open = false;
    this.button.setAttribute("aria-pressed", "false");
  }

  async show() {
    const {desk} = this, {position} = desk;
    this.open = true;
    this.button.setAttribute("aria-pressed", "true");
    desk.tool.clear();
    const {state, notes} = await position.asFiled();
    const fields = FIELDS[OF[position.map] ?? "plain"];
    const filed = notes.filter((one) => typeof one === "string" || one.source !== "unknown");
    const open = notes.filter((one) => one.source === "unknown");
    const told = (one) => (typeof one === "string" ? one : `${one.text} (${one.source})`);
    desk.panel.show(make("h2", {}, "Position", make("small", {}, ` ${position.tape.title}`)),
      make("p", {class: "hint"}, "What the file or the scenario says stands in grey. What you say "
        + "here holds for every answer."),
      make("form", {id: "say", submit: (event) => event.preventDefault()},
        fields.map((one) => this.field(one, state))),
      make("div", {class: "actions"}, this.elsewhere("zones", "Paint Fire Zones (z)"),
        this.elsewhere("whatif", "Bridges: wired, blown … (w)")),
      open.length ? make("div", {class: "needs"}, make("h3", {}, "Not known"),
        make("ul", {}, open.map((one) => make("li", {}, plain(one.text))))) : null,
      make("details", {open: true}, make("summary", {}, `Taken over (${filed.length})`),
        make("ul", {}, filed.map((one) => make("li", {}, told(one))))));
  }

  /** A button that leads to a tool, if the map has it. */
  elsewhere(id, text) {
    const {desk} = this;
    return desk.usable.some((one) => one.constructor.id === id)
      ? make("button", {type: "button", click: () => desk.take(id)}, text) : null;
  }

  field([path, label, kind], state) {
    const {position} = this.desk, filed = at(state, path), id = `say-${path}`;
    const value = position.said.get(path);
    const say = (event) => {
      const text = event.target.value.trim();
      position.say(path, kind === "number" ? WHOLE(text) : text || undefined);
      this.desk.news(text ? `Taken: ${label} ${text}` : `${label}: as filed`);
    };
    const shown = filed === undefined ? "not said" : String(filed);
    const control = Array.isArray(kind)
      ? make("select", {id, change: say}, make("option", {value: ""}, `as filed: ${shown}`),
        kind.map((word) => make("option", {value: word, selected: word === value},
          word.replaceAll("_", " "))))
      : make("input", {id, type: kind === "number" ? "number" : "text", value: value ?? "",
        placeholder: kind === "date" ? `${shown} (1944-09-18)` : shown, change: say});
    return make("div", {class: "field"}, make("label", {for: id}, label), control);
  }
}

// Whose boards the map shows: our drawing, those of a module that is the user's own, or these over
// ours. Where the module says nothing of a place, and on whatever is shared, ours stand.

import {byId, make, speak} from "./elements.js";

const ASK_AGAIN = 700, OVER = 0.55;

export class Boards {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.select = make("select", {id: "boards", "aria-label": "Boards", hidden: true,
      change: () => this.chosen()});
    byId("menu").append(this.select);
    /** What was chosen, by map. @type {Map<string, string>} */
    this.choices = new Map();
    desk.addEventListener("opened", () => this.list());
  }

  /** List the boards there are of the map, and show those of the module that is played on. */
  async list() {
    const {desk} = this, {lattice, room} = desk, map = lattice.name;
    const told = await room.json(`/maps/${map}/own`).catch(() => []);
    if (desk.lattice !== lattice) return;
    this.many = Array.isArray(told) ? told : [];
    const played = this.many.find(({name}) => name === lattice.ground);
    const ours = `Boards: our drawing${played?.gone ? ` (${played.name}: its pictures are gone)` : ""}`;
    this.select.hidden = !this.many.length;
    this.select.replaceChildren(make("option", {value: ""}, ours),
      ...this.many.flatMap(({id, name, gone}) => (gone
        ? [make("option", {value: `gone ${id}`, disabled: true}, `${name}: its pictures are gone`)]
        : [make("option", {value: `own ${id}`}, `Boards: ${name}`),
          make("option", {value: `over ${id}`}, `Boards: ${name} over ours`)])));
    if (played?.gone) {
      desk.news(`${played.name}: its pictures are gone, as the module is no longer at `
        + `${played.file}. Answers go on; the map is our drawing.`, true);
    }
    const usual = played && !played.gone ? `own ${played.id}` : "";
    const wanted = this.choices.get(map) ?? usual;
    this.select.value = [...this.select.options].some((one) => one.value === wanted
      && !one.disabled) ? wanted : "";
    await this.show();
  }

  async chosen() {
    this.choices.set(this.desk.lattice.name, this.select.value);
    speak(this.select.selectedOptions[0].textContent);
    await this.show();
  }

  /** Show what is chosen, once it is there. */
  async show() {
    const {desk} = this, {lattice, view, room} = desk;
    const [how, id] = this.select.value.split(" ", 2);
    const turn = (this.turn = {});
    view.over(null);
    if (!id) return;
    const path = `/maps/${lattice.name}/own/${id}`;
    let told = await room.json(path).catch((error) => ({failed: error.message}));
    while (!told.failed && !told.ready) {
      if (this.turn !== turn || desk.lattice !== lattice) return;
      desk.news(`The module's boards: ${told.stage} …`, true, true);
      await new Promise((done) => setTimeout(done, ASK_AGAIN));
      told = await room.json(path).catch((error) => ({failed: error.message}));
    }
    if (this.turn !== turn || desk.lattice !== lattice) return;
    if (told.failed) {
      desk.news(`The module's boards cannot be shown: ${told.failed}`, true);
      this.select.value = "";
      return;
    }
    desk.news(told.left_out?.length ? `Not shown: ${told.left_out.join("; ")}` : "");
    view.over(async (at) => {
      const answer = await room.fetch(`${path}/${at}`);
      return answer.ok ? answer.blob() : null;
    }, how === "over" ? OVER : 1);
  }
}

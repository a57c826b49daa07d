// What stands on a player's own counter: asked once, kept in the owner's folder, read from there by
// every answer.

import {make, speak} from "./elements.js";

/** Whether needs, of an answer or of a finding, name the allowance that stands on a counter.
 * @param {any[]} [needs] */
export const lacksAllowance = (needs) => (needs ?? []).some((one) =>
  (one.path ?? String(one)).startsWith("unit.ma"));

/** The ratings of a unit, to be filled in once. @param {any} desk @param {any} unit its counter
 * @param {boolean} open @param {() => void} kept what to do once they are kept */
export function ratings(desk, unit, open, kept) {
  const out = make("div", {}), name = unit.id || unit.name, map = desk.position.map;
  const box = make("details", {class: "ratings", toggle: () => {
    if (box.open && !out.childNodes.length) show().catch(trouble);
  }}, make("summary", {}, "What stands on your counter"), out);
  const trouble = (error) => out.append(make("p", {class: "trouble", role: "alert"},
    error.message));

  async function show() {
    const query = new URLSearchParams({map, unit: name});
    const told = await desk.room.json(`/ratings?${query}`);
    const face = make("select", {id: "rating-face"}, ["front", "back"].map((one) =>
      make("option", {value: one, selected: one === (unit.back ? "back" : "front")}, one)));
    const fields = told.columns.map((one) => [one.name, control(one)]);
    const fill = () => fields.forEach(([column, field]) => {
      field.value = told.faces[face.value]?.[column] ?? "";
    });
    face.addEventListener("change", fill);
    fill();
    out.replaceChildren(make("p", {class: "hint small"}, "Copy both faces of your counter once. A "
      + `field left blank says what stands in it. Kept in ${told.file}.`),
    make("form", {submit: (event) => {
      event.preventDefault();
      keep(face.value, fields).catch(trouble);
    }}, row("Face", face, "rating-face"), told.columns.map((one, i) => row(one.name
      .replaceAll("_", " "), fields[i][1], `rating-${one.name}`, one.says)),
    make("div", {class: "actions"}, make("button", {id: "save-ratings"}, "Save these ratings"))));
  }

  const row = (label, field, id, says) => make("div", {class: "field", title: says ?? null},
    make("label", {for: id}, label), field);

  function control(one) {
    const id = `rating-${one.name}`, blank = one.blank ? `blank: ${one.blank}` : "";
    return one.choices.length ? make("select", {id}, make("option", {value: ""}, blank),
      one.choices.map((text) => make("option", {value: text}, text)))
      : make("input", {id, type: "text", inputmode: one.kind === "integer" ? "numeric" : null,
        maxlength: 100, placeholder: blank, autocomplete: "off"});
  }

  async function keep(face, fields) {
    const cells = {unit: name, face};
    for (const [column, field] of fields) cells[column] = field.value.trim();
    const told = await desk.room.json("/ratings", {method: "POST",
      body: JSON.stringify({map, cells})});
    desk.news(`${unit.name}: kept in ${told.file}`);
    speak(`kept in ${told.file}`);
    kept();
  }

  if (open) box.open = true;
  return box;
}

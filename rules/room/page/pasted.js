// Ratings of many counters at once: a table pasted from a spreadsheet, with names over its columns.

import {make, speak} from "./elements.js";

/** The rows of a pasted table by the names over its columns; tabs, semicolons or commas between.
 * @param {string} text @returns {Record<string, string>[]} */
export function rows(text) {
  const [head = "", ...lines] = text.split(/\r?\n/).filter((line) => line.trim());
  const between = ["\t", ";", ","].find((one) => head.includes(one)) ?? "\t";
  const cells = (line) => {
    const found = [""];
    let quoted = false;
    for (const sign of line) {
      if (sign === "\"") quoted = !quoted;
      else if (sign === between && !quoted) found.push("");
      else found[found.length - 1] += sign;
    }
    return found.map((one) => one.trim());
  };
  const names = cells(head).map((one) => one.toLowerCase().replaceAll(" ", "_"));
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [names[i] ?? "", cell])
    .filter(([name]) => name)));
}

/** A box to paste a table into. @param {any} desk @param {() => void} kept what to do once rows are */
export function pasted(desk, kept) {
  const box = make("textarea", {id: "ratings-table", rows: 5, spellcheck: "false",
    placeholder: "unit\tface\tmove\tclass"}), out = make("p", {role: "status"});

  async function keep() {
    const map = desk.position.map, found = rows(box.value), refused = [];
    let file = "";
    for (const [at, row] of found.entries()) {
      const cells = {face: "front", ...row};
      try {
        ({file} = await desk.room.json("/ratings", {method: "POST",
          body: JSON.stringify({map, cells})}));
      } catch (error) {
        refused.push(`row ${at + 2}: ${error.message}`);
      }
    }
    const many = found.length - refused.length;
    out.textContent = `${many} of ${found.length} rows kept${file ? ` in ${file}` : ""}. `
      + refused.slice(0, 3).join("; ");
    out.className = refused.length ? "trouble" : "hint small";
    speak(out.textContent);
    if (many) kept();
  }

  return make("details", {class: "ratings"}, make("summary", {}, "Paste a table of ratings"),
    make("label", {for: "ratings-table", class: "hint small"}, "From a spreadsheet or a CSV file, with "
      + "the names of the columns in the first line: unit, face (front if left out), and what you have."),
    box, make("div", {class: "actions"}, make("button", {type: "button", id: "keep-table",
      click: keep}, "Keep these rows")), out);
}

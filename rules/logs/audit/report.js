"use strict";
// Filters findings by verdict and words, sorts tables, folds and unfolds, and unfolds all on paper.
// The page is whole without it.
const tools = document.querySelector(".tools");
tools.classList.remove("hidden");
const words = tools.querySelector("input[type=search]");
const boxes = [...tools.querySelectorAll("input[type=checkbox]")];
const findings = [...document.querySelectorAll(".finding")];
const shown = document.getElementById("shown");

function says(one, wanted) {
  const text = one.textContent.toLowerCase();
  return wanted.every((word) => text.includes(word));
}

function filter() {
  const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const wanted = words.value.toLowerCase().split(/\s+/).filter((word) => word);
  let count = 0;
  for (const one of findings) {
    const fits = verdicts.has(one.dataset.verdict) && (!wanted.length || says(one, wanted));
    one.classList.toggle("hidden", !fits);
    count += fits ? 1 : 0;
  }
  shown.textContent = String(count);
}

function fold(open) {
  for (const one of document.querySelectorAll(".finding:not(.hidden) details")) one.open = open;
}

function sort(head) {
  const column = [...head.parentNode.children].indexOf(head);
  const body = head.closest("table").tBodies[0];
  const falling = head.ariaSort === "ascending";
  for (const other of head.parentNode.children) other.ariaSort = null;
  head.ariaSort = falling ? "descending" : "ascending";
  const value = (row) => row.cells[column].textContent.trim();
  const compare = (a, b) => {
    const x = Number(value(a)), y = Number(value(b));
    const bare = Number.isNaN(x) || Number.isNaN(y);
    return bare ? value(a).localeCompare(value(b)) : x - y;
  };
  const rows = [...body.rows].sort((a, b) => (falling ? compare(b, a) : compare(a, b)));
  body.append(...rows);
}

words.addEventListener("input", filter);
for (const box of boxes) box.addEventListener("change", filter);
document.getElementById("unfold").addEventListener("click", () => fold(true));
document.getElementById("fold").addEventListener("click", () => fold(false));
for (const head of document.querySelectorAll("table.sorted th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => sort(head));
}

// A line of the front leads to its finding, unfolded.
function show() {
  const one = document.getElementById(location.hash.slice(1));
  if (!one || !one.classList.contains("finding")) return;
  const box = boxes.find((each) => each.value === one.dataset.verdict);
  if (box && !box.checked) { box.checked = true; filter(); }
  for (const part of one.querySelectorAll(":scope > details")) part.open = true;
  one.scrollIntoView();
}
addEventListener("hashchange", show);

let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
  opened = [];
});
filter();

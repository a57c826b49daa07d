"use strict";
// Filters findings by verdict and words, sorts tables, folds and unfolds, and unfolds all on paper.
// A season keeps each log's part as text, in a <noscript>, until it is opened. The page is whole
// without the script.
const tools = document.querySelector(".tools");
tools.classList.remove("hidden");
const words = tools.querySelector("input[type=search]");
const boxes = [...tools.querySelectorAll("input[type=checkbox]")];
const counted = document.querySelector(".front") ? ".told, .between .finding" : ".finding";
const shown = document.getElementById("shown");
const plates = new Map();
let sheet = null;

// Makes the hexes that the pictures of a part show, as far as no other part has made them.
function plate(part) {
  if (!sheet) {
    document.body.insertAdjacentHTML("beforeend", '<svg aria-hidden="true" width="0" height="0">');
    sheet = document.body.lastElementChild;
    for (const one of document.querySelectorAll("noscript.plates")) {
      const symbols = one.textContent.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs);
      for (const [text, id] of symbols) plates.set(id, text);
    }
  }
  const used = new Set([...part.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(1)));
  const fresh = [...used].filter((id) => plates.has(id));
  sheet.insertAdjacentHTML("beforeend", fresh.map((id) => plates.get(id)).join(""));
  for (const id of fresh) plates.delete(id);
}

function make(log) {
  const kept = log.querySelector("noscript");
  if (!kept) return;
  const text = kept.textContent;
  kept.remove();
  log.insertAdjacentHTML("beforeend", text);
  plate(log);
  filter(log.querySelectorAll(".finding"));
}

function says(one, wanted) {
  const text = one.textContent.toLowerCase();
  return wanted.every((word) => text.includes(word));
}

function filter(some) {
  const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const wanted = words.value.toLowerCase().split(/\s+/).filter((word) => word);
  for (const one of some || document.querySelectorAll(".finding, .told")) {
    const fits = verdicts.has(one.dataset.verdict) && (!wanted.length || says(one, wanted));
    one.classList.toggle("hidden", !fits);
  }
  if (!some) files(verdicts, wanted);
  const all = [...document.querySelectorAll(counted)];
  const left = all.filter((one) => !one.classList.contains("hidden")).length;
  shown.textContent = left === 1 ? "1 finding shown" : `${left} findings shown`;
}

// A file's row is shown while a finding of it is, or while the words are in the row itself.
function files(verdicts, wanted) {
  const all = wanted.length === 0;
  const logs = new Set([...document.querySelectorAll(".told:not(.hidden) a")].map((one) => one.hash.replace(/-\d+$/, "")));
  for (const row of document.querySelectorAll("table.summary tbody tr")) {
    const link = row.querySelector("a");
    const fits = all || says(row, wanted) || (link !== null && logs.has(link.hash));
    row.classList.toggle("hidden", !fits);
  }
}

// Unfolds what is shown, with the logs it is of; folds all.
function fold(open) {
  const told = [...document.querySelectorAll(".told:not(.hidden) a")];
  const some = new Set(told.map((one) => one.hash.replace(/-\d+$/, "").slice(1)));
  for (const one of document.querySelectorAll(".front details, details.log")) {
    if (open && one.matches(".log") && !some.has(one.id)) continue;
    if (open) make(one);
    one.open = open;
  }
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

words.addEventListener("input", () => filter());
for (const box of boxes) box.addEventListener("change", () => filter());
for (const log of document.querySelectorAll("details.log")) {
  log.addEventListener("toggle", () => { if (log.open) make(log); });
}
document.getElementById("unfold").addEventListener("click", () => fold(true));
document.getElementById("fold").addEventListener("click", () => fold(false));
for (const head of document.querySelectorAll("table.sorted th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => sort(head));
}

// A line of the front leads to its finding, a row to its log, unfolded.
function show() {
  const [id] = /^log-\d+/.exec(location.hash.slice(1)) || [""];
  const log = document.getElementById(id);
  if (!log) return;
  if (log.matches("details")) { make(log); log.open = true; }
  const one = document.getElementById(location.hash.slice(1));
  if (one.classList.contains("finding")) {
    const box = boxes.find((each) => each.value === one.dataset.verdict);
    if (box && !box.checked) { box.checked = true; filter(); }
    one.classList.remove("hidden");
    for (const part of one.querySelectorAll(":scope > details")) part.open = true;
  }
  one.scrollIntoView();
}
addEventListener("hashchange", show);

let opened = [];
addEventListener("beforeprint", () => {
  for (const log of document.querySelectorAll("details.log")) make(log);
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
  opened = [];
});
filter();
show();

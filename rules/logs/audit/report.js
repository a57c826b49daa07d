"use strict";
// Filters findings by verdict and words, sorts tables, folds and unfolds, and unfolds all on paper.
// A season keeps each log's part as text until it is opened: in a <noscript>, or, if they are many,
// in packs (a <template> of deflated text), which are unpacked once the page stands.
const tools = document.querySelector(".tools");
tools.classList.remove("hidden");
const words = tools.querySelector("input[type=search]");
const boxes = [...tools.querySelectorAll("input[type=checkbox]")];
const counted = document.querySelector(".front") ? ".told, .between .finding" : ".finding";
const shown = document.getElementById("shown");
const plates = new Map();
const unpacked = new Map();
const unpacking = new Map();
const packed = [...document.querySelectorAll("template")].map((one) => one.id);
const plated = [...document.querySelectorAll("template.plates")].map((one) => one.id);
let sheet = null;

// Unpacks a pack once; none can be where a browser is too old, which the page then says.
function unpack(id) {
  if (!unpacking.has(id)) {
    const inflated = async () => {
      const bytes = Uint8Array.from(atob(packOf(id).content.textContent), (char) => char.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      unpacked.set(id, (await new Response(stream).text()).split("\f"));
      packOf(id).remove();
    };
    unpacking.set(id, inflated());
  }
  return unpacking.get(id);
}

function packOf(id) {
  return document.getElementById(id);
}

// What a part needs before it can be made: its pack, and those of all pictures' hexes.
function needed(log) {
  const packs = log.dataset.pack ? [log.dataset.pack, ...plated] : [];
  return packs.filter((id) => !unpacked.has(id));
}

// Makes the hexes that the pictures of a part show, as far as no other part has made them.
function plate(part) {
  if (!sheet) {
    document.body.insertAdjacentHTML("beforeend", '<svg aria-hidden="true" width="0" height="0">');
    sheet = document.body.lastElementChild;
    const kept = [...document.querySelectorAll("noscript.plates")].map((one) => one.textContent);
    for (const one of [...kept, ...plated.flatMap((id) => unpacked.get(id))]) {
      for (const [text, id] of one.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)) plates.set(id, text);
      const outlines = one.match(/<clipPath .*?<\/clipPath>/gs) || [];  // what hexes of boards are cut to
      sheet.insertAdjacentHTML("beforeend", outlines.join(""));
    }
  }
  const used = new Set([...part.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(1)));
  const fresh = [...used].filter((id) => plates.has(id));
  sheet.insertAdjacentHTML("beforeend", fresh.map((id) => plates.get(id)).join(""));
  for (const id of fresh) plates.delete(id);
}

// Makes a log's part of the text that is kept for it; false if that must be unpacked first.
function put(log) {
  if (needed(log).length) return false;
  const { pack, place } = log.dataset;
  const kept = log.querySelector("noscript");
  if (!kept && !pack) return true;
  const text = kept ? kept.textContent : unpacked.get(pack)[place];
  if (kept) kept.remove();
  log.removeAttribute("data-pack");
  log.insertAdjacentHTML("beforeend", text);
  plate(log);
  return true;
}

async function make(logs) {
  await Promise.all(logs.flatMap(needed).map(unpack));
  logs.forEach(put);
  filter(logs.flatMap((log) => [...log.querySelectorAll(".finding")]));
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
async function fold(open) {
  const told = [...document.querySelectorAll(".told:not(.hidden) a")];
  const some = new Set(told.map((one) => one.hash.replace(/-\d+$/, "").slice(1)));
  const logs = [...document.querySelectorAll("details.log")].filter((one) => !open || some.has(one.id));
  if (open) await make(logs);
  for (const one of [...document.querySelectorAll(".front details"), ...logs]) one.open = open;
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
  log.addEventListener("toggle", () => { if (log.open) make([log]); });
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
async function show() {
  const [id] = /^log-\d+/.exec(location.hash.slice(1)) || [""];
  const log = document.getElementById(id);
  if (!log) return;
  if (log.matches("details")) { await make([log]); log.open = true; }
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
const soon = document.getElementById("too-soon");
addEventListener("beforeprint", () => {
  const logs = [...document.querySelectorAll("details.log")];
  const made = logs.map(put);  // printing waits for nothing that must be unpacked first
  filter();
  if (soon) soon.classList.toggle("hidden", made.every((one) => one));
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => {
  if (soon) soon.classList.add("hidden");
  for (const one of opened) one.open = false;
  opened = [];
});
filter();
if (packed.length && !("DecompressionStream" in self)) {
  document.getElementById("too-old").classList.remove("hidden");
} else {
  show();
  // Soon after the page is painted, so that all of it can be printed.
  addEventListener("load", () => setTimeout(() => packed.forEach(unpack), 500));
}

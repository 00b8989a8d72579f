// The search box. What is typed, and what an entry says, is text and never markup. The entries are fetched when the box
// opens, since few visitors search.

import { appRoot } from "../canvas/app_root.js";
import { openDroppedFigures } from "../figure_opener/dropped_figures.js";
import { chooseFigure } from "../figure_opener/figure_files.js";
import { pressedKey } from "../pressed_key.js";
import { LIMIT, matches, prepared } from "./matching.js";
import { closeMenuAfterChoice } from "./phone_menu.js";
import { resultAddress } from "./result_address.js";
import { readings } from "./typed_sentence.js";

let listener = null; // one a page: the function runs again with every change of theme or data
let staysOpen = null; // stops closing the menu of a phone
let ignoresFigures = null; // stops opening figures
let entries = []; // all that can be found
let candidates = []; // the same, prepared
let state = "none"; // or "coming", "there", "failed"

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".search");
  const part = (name) => root.querySelector(name);
  const [dialog, input, list, status] = ["dialog", "input", "ul", ".status"].map(part);
  let hits = [];
  let current = 0;

  const mark = (next) => {
    current = Math.max(0, Math.min(hits.length - 1, next));
    for (const [index, option] of [...list.children].entries()) option.ariaSelected = String(index === current);
    const option = list.children[current];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  };
  const find = () => {
    const matching = matches(candidates, input.value);
    const all = matching.length ? matching : readings(input.value, data.readers, data.sentence_limit);
    hits = all.slice(0, input.value.trim() ? LIMIT : all.length);
    list.replaceChildren(...hits.map(line));
    const more = all.length - hits.length;
    if (state === "coming") status.textContent = "Loading…";
    else if (state === "failed") status.textContent = "The list could not be loaded. Close this box and open it again.";
    else if (!all.length) status.textContent = "Nothing found. Try another word, or look through the index.";
    else if (!matching.length) status.textContent = "Nothing else found. Try another word, or look through the index.";
    else status.textContent = more ? `${hits.length} of ${all.length} results` : "";
    mark(0);
  };
  const go = (entry) => {
    dialog.close();
    location.assign(resultAddress(entry, entries, location.href, data.dropped));
  };
  const open = () => {
    if (dialog.open) return;
    input.value = "";
    dialog.showModal();
    if (state === "none" || state === "failed") loadEntries(data.address).then(() => dialog.open && find());
    find();
    input.focus();
  };

  part(".open").hidden = !data.visible;
  part(".open").onclick = open;
  part(".close").onclick = () => dialog.close();
  part(".index").href = data.index;
  part(".figure").onclick = () => chooseFigure(data, (text) => (status.textContent = text));
  input.oninput = find;
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  };
  list.onclick = (event) => {
    const link = event.target.closest("a");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return; // a tab of its own
    event.preventDefault();
    go(hits[[...list.children].indexOf(link.closest("li"))]);
  };
  dialog.onkeydown = (event) => {
    event.stopPropagation(); // the page's own keys are not meant
    if (event.target !== input) return;
    if (event.key === "ArrowDown") mark(current + 1);
    else if (event.key === "ArrowUp") mark(current - 1);
    else if (event.key === "Enter" && hits[current]) go(hits[current]);
    else return;
    event.preventDefault();
  };

  window.removeEventListener("keydown", listener, true);
  const opens = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || pressedKey(event) !== "k") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  };
  listener = opens;
  window.addEventListener("keydown", opens, true);
  staysOpen?.();
  staysOpen = closeMenuAfterChoice();
  ignoresFigures?.();
  ignoresFigures = openDroppedFigures(data, { outline: part(".outline"), note: part(".note"), dialog });
  if (dialog.open) find();
  return () => {
    if (root.isConnected || listener !== opens) return; // overtaken, or another page's box is there
    window.removeEventListener("keydown", opens, true);
    staysOpen();
    ignoresFigures();
  };
}

async function loadEntries(address) {
  state = "coming";
  try {
    const response = await fetch(`${appRoot()}${address}/entries`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    entries = await response.json();
    candidates = prepared(entries);
    state = "there";
  } catch {
    state = "failed";
  }
}

function line(entry, index) {
  const option = document.createElement("li");
  option.id = `hit-${index}`;
  option.role = "option";
  const link = document.createElement("a");
  link.href = entry.href;
  link.tabIndex = -1;
  for (const [name, text] of [
    ["title", entry.title],
    ["place", entry.place],
    ["kind", entry.kind],
  ]) {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    link.append(span, " ");
  }
  option.append(link);
  return option;
}

// The search box. What is typed, and what an entry says, is text and never markup. The entries are fetched when the box
// opens, since few visitors search.

import { appRoot } from "../canvas/app_root.js";
import { element, partOf } from "../canvas/elements.js";
import { openDroppedFigures } from "../figure_opener/dropped_figures.js";
import { chooseFigure } from "../figure_opener/figure_files.js";
import { pressedKey } from "../pressed_key.js";
import { LIMIT, matches, prepared } from "./matching.js";
import { closeMenuAfterChoice } from "./phone_menu.js";
import { resultAddress } from "./result_address.js";
import { readings } from "./typed_sentence.js";

/**
 * @import { Given } from "../canvas/elements.js"
 * @import { App } from "../figure_opener/figure_link.js"
 * @import { Entry, Prepared } from "./matching.js"
 */

/**
 * @typedef {App & { visible: boolean, index: string, address: string, dropped: string[], readers: Record<string,
 *   string>, sentence_limit: number }} SearchData
 */

/** @type {(event: KeyboardEvent) => void} */
let listener = () => {}; // one a page: the function runs again with every change of theme or data
let staysOpen = () => {}; // stops closing the menu of a phone
let ignoresFigures = () => {}; // stops opening figures
/** @type {Entry[]} */
let entries = []; // all that can be found
/** @type {Prepared[]} */
let candidates = []; // the same, prepared
let state = "none"; // or "coming", "there", "failed"

/** @param {Given<SearchData>} given */
export default function ({ data, parentElement }) {
  const root = partOf(parentElement, ".search");
  const part = (/** @type {string} */ name) => partOf(root, name);
  /** @type {HTMLDialogElement} */
  const dialog = partOf(root, "dialog");
  /** @type {HTMLInputElement} */
  const input = partOf(root, "input");
  /** @type {HTMLAnchorElement} */
  const index = partOf(root, ".index");
  const [list, status] = ["ul", ".status"].map(part);
  /** @type {Omit<Entry, "synonyms">[]} */
  let hits = [];
  let current = 0;

  const mark = (/** @type {number} */ next) => {
    current = Math.max(0, Math.min(hits.length - 1, next));
    for (const [number, option] of [...list.children].entries()) option.ariaSelected = String(number === current);
    const option = list.children[current];
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  };
  const find = () => {
    const matching = matches(candidates, input.value);
    const all = matching.length ? matching : readings(input.value, data.readers, data.sentence_limit);
    hits = all.slice(0, input.value.trim() ? LIMIT : all.length);
    list.replaceChildren(...hits.map(optionOf));
    const more = all.length - hits.length;
    if (state === "coming") status.textContent = "Loading…";
    else if (state === "failed") status.textContent = "The list could not be loaded. Close this box and open it again.";
    else if (!all.length) status.textContent = "Nothing found. Try another word, or look through the index.";
    else if (!matching.length) status.textContent = "Nothing else found. Try another word, or look through the index.";
    else status.textContent = more ? `${hits.length} of ${all.length} results` : "";
    mark(0);
  };
  const go = (/** @type {Omit<Entry, "synonyms">} */ entry) => {
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
  index.href = data.index;
  part(".figure").onclick = () => chooseFigure(data, (text) => (status.textContent = text));
  input.oninput = find;
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  };
  list.onclick = (event) => {
    const line = [...list.children].findIndex((each) => event.target instanceof Node && each.contains(event.target));
    if (line < 0 || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return; // a tab of its own
    event.preventDefault();
    go(hits[line]);
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
  const opens = (/** @type {KeyboardEvent} */ event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || pressedKey(event) !== "k") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open();
  };
  listener = opens;
  window.addEventListener("keydown", opens, true);
  staysOpen();
  staysOpen = closeMenuAfterChoice();
  ignoresFigures();
  ignoresFigures = openDroppedFigures(data, { outline: part(".outline"), note: part(".note"), dialog });
  if (dialog.open) find();
  return () => {
    if (root.isConnected || listener !== opens) return; // overtaken, or another page's box is there
    window.removeEventListener("keydown", opens, true);
    staysOpen();
    ignoresFigures();
  };
}

/** @param {string} address */
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

/** @param {Omit<Entry, "synonyms">} entry @param {number} index */
function optionOf(entry, index) {
  const option = element("li");
  option.id = `hit-${index}`;
  option.role = "option";
  const link = element("a");
  link.href = entry.href;
  link.tabIndex = -1;
  for (const name of /** @type {const} */ (["title", "place", "kind"]))
    link.append(element("span", name, entry[name]), " ");
  option.append(link);
  return option;
}

// All entries by their first letter, below buttons that lead to each letter. What an entry says is text and never markup.

import { buttonOf, element, partOf } from "../canvas/elements.js";

/**
 * @import { Given } from "../canvas/elements.js"
 * @import { Entry } from "./matching.js"
 */

/** @param {Given<{ entries: Entry[] }>} given */
export default function ({ data, parentElement }) {
  const root = partOf(parentElement, ".index");
  const sorted = [...data.entries].sort((a, b) => key(a.title).localeCompare(key(b.title), "en"));
  /** @type {Map<string, Entry[]>} */
  const groups = new Map();
  for (const entry of sorted) {
    const first = key(entry.title)[0]?.toUpperCase() ?? "";
    const letter = /[A-Z]/.test(first) ? first : "0–9";
    groups.set(letter, [...(groups.get(letter) ?? []), entry]);
  }
  const letters = document.createElement("nav");
  letters.setAttribute("aria-label", "Letters");
  const list = element("div", "entries");
  for (const [letter, entries] of groups) {
    const part = section(letter, entries);
    const jump = button(letter, () => show(partOf(part, "h2")));
    const back = button("↑ A–Z", () => show(jump));
    back.setAttribute("aria-label", `From ${letter} back to the letters`);
    partOf(part, ".letter").append(back);
    letters.append(jump);
    list.append(part);
  }
  root.replaceChildren(letters, list);
}

/** @param {string} text @param {() => void} action */
function button(text, action) {
  const made = buttonOf("", text);
  made.onclick = action;
  return made;
}

/** Scroll to a place, and go on from there with the keyboard. @param {HTMLElement} place */
function show(place) {
  place.scrollIntoView({ block: "start" });
  place.focus({ preventScroll: true });
}

/** A title without what stands before its first letter or figure, as quotation marks. @param {string} title */
function key(title) {
  return title.normalize("NFKD").replace(/^[^\p{L}\p{N}]+/u, "");
}

/** @param {string} letter @param {Entry[]} entries */
function section(letter, entries) {
  const [part, line, heading] = [element("section"), element("div", "letter"), element("h2", "", letter)];
  heading.tabIndex = -1; // it can be jumped to
  line.append(heading);
  const list = element("ul");
  for (const entry of entries) {
    const item = element("li");
    const link = element("a", "", entry.title);
    link.href = entry.href;
    item.append(link, element("span", "", ` ${entry.kind}: ${entry.place}`));
    list.append(item);
  }
  part.append(line, list);
  return part;
}

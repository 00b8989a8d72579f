// What the code gives and should give, and its lines as buttons. Python says which were tried and, at the end, which one is wrong.

import { buttonOf, element, everyPart, partOf, pressed } from "../../widgets/canvas/elements.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {{ lines: string[], results: string[] | null, tried: number[], wrong: number | null }} CodeData */

/** @param {Given<CodeData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const list = partOf(parentElement, ".lines");
  const page = /** @type {Document | ShadowRoot} */ (list.getRootNode());
  const focused = [...list.children].findIndex((row) => row.contains(page.activeElement));
  const results = partOf(parentElement, ".results");
  results.hidden = data.results === null;
  results.querySelectorAll("dd").forEach((place, number) => {
    place.textContent = data.results?.[number] ?? "";
  });
  list.replaceChildren(...data.lines.map((text, line) => codeLine(text, line, data)));
  if (focused >= 0) everyPart(list.children[focused], "button:enabled")[0]?.focus();
  list.onclick = (event) => {
    const button = pressed(event);
    if (button && !button.disabled) setTriggerValue("line", Number(button.dataset.line));
  };
}

/** @param {string} text @param {number} line @param {CodeData} codeData */
function codeLine(text, line, { tried, wrong }) {
  const row = element("li");
  const isTried = tried.includes(line);
  row.classList.toggle("wrong", line === wrong);
  row.classList.toggle("tried", isTried && line !== wrong);
  if (!text.trim()) return row;
  const holder = wrong === null ? lineButton(line, isTried) : element("span");
  holder.append(element("code", "", text));
  if (line === wrong || isTried) holder.append(element("b", "", line === wrong ? "wrong" : "correct"));
  row.append(holder);
  return row;
}

/** @param {number} line @param {boolean} isTried */
function lineButton(line, isTried) {
  const button = buttonOf();
  button.dataset.line = String(line);
  button.disabled = isTried;
  return button;
}

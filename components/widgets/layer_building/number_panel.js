// How the number that is looked at is computed: the products that it is the sum of.

import { element } from "../canvas/elements.js";
import { fixed, set, tokenName } from "../canvas/wording.js";
import { boxOf, floorPart, numberPart } from "./fetching.js";

/** @import { BuildingView } from "./layer_building.js" */

/**
 * Writes the calculation, or that it is on its way; what stood there stays until then, so that nothing jumps.
 * @param {BuildingView} view @param {number} place
 */
export function showNumber(view, place) {
  const { el } = view;
  const part = numberPart(view, place);
  const number = view.numbers.get(part);
  el.calculation.classList.toggle("stale", number === undefined);
  set(el.message, messageOf(view, part));
  if (number === undefined || view.numberShown === part) return;
  view.numberShown = part;
  set(el["number-name"], `${number.title}: ${number.value}`);
  set(el.rule, number.rule);
  const rows = number.lines.map((line) => rowOf(line));
  if (rows.length > 0) rows.push(rowOf(["Result", "", number.value], "total"));
  el.lines.replaceChildren(...rows);
}

/** @param {[string, string, string]} given @param {string} [name] */
function rowOf([label, working, value], name = "") {
  const row = element("tr", name);
  const head = element("th", "", label);
  head.scope = "row";
  row.append(head, element("td", "working", working), element("td", "value", value));
  return row;
}

/** Why what was clicked does not open; "" if it does. @param {BuildingView} view @param {string} part */
export function messageOf(view, part) {
  const { settings, failed, pass } = view;
  if (settings.parts && (failed.has(part) || failed.has(floorPart(view)))) {
    const token = tokenName(pass, Number(Object.keys(settings.parts)[0].split("/")[2]));
    return `This page holds the numbers of ${token}, and how the largest number of each box is computed.`;
  }
  if (!settings.address && !view.getPart && (failed.has(part) || failed.has(floorPart(view)))) {
    return "The model is still loading. Then every floor and every number opens.";
  }
  if (failed.has(part) && !part.startsWith("floor/"))
    return "The calculation could not be loaded. Click the number again.";
  if (failed.has(part) || failed.has(floorPart(view))) return "This floor could not be loaded. Click it again.";
  return "";
}

/** What is said aloud when another number is chosen. @param {BuildingView} view */
export function numberSaid(view) {
  const box = boxOf(view);
  const value = box.values[view.place];
  return `${box.title}, number ${view.place + 1} of ${box.size}: ${Number.isFinite(value) ? fixed(value, 3) : "masked"}`;
}

// A custom element of the app on a page without a server: only the page itself can be told what a visitor has chosen.

import { partOf } from "../../widgets/canvas/elements.js";
import { decodeBase64 } from "../browser_model/base64.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** Where the figure is drawn. */
export function figureRoot() {
  const { shadowRoot } = partOf(document, "#figure");
  if (!shadowRoot) throw new Error("the page has no place for a figure");
  return shadowRoot;
}

/** The data that the page holds for its figure: bytes, or what the JSON says. */
export function storedData() {
  const data = JSON.parse(partOf(document, "#figure-data").textContent ?? "");
  return data.bytes === undefined ? data.value : decodeBase64(data.bytes);
}

/**
 * Shows a figure, also after a change of theme.
 *
 * @template Data
 * @param {(element: Given<Data>) => unknown} mountElement What the element's script exports.
 * @param {Data} data
 * @param {object} [more] What else the element is given, such as who hears of what a visitor chooses.
 * @returns {(data: Data) => void} Shows other data.
 */
export function showFigure(mountElement, data, more = {}) {
  const parentElement = figureRoot();
  const draw = () => mountElement({ data, parentElement, setStateValue() {}, setTriggerValue() {}, ...more });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
  return (other) => {
    data = other;
    draw();
  };
}

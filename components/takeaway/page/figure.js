// A custom element of the app on a page without a server: only the page itself can be told what a visitor has chosen.

import { decodeBase64 } from "../browser_model/base64.js";

/** The data that the page holds for its figure: bytes, or what the JSON says. */
export function storedData() {
  const data = JSON.parse(document.getElementById("figure-data").textContent);
  return data.bytes === undefined ? data.value : decodeBase64(data.bytes);
}

/**
 * Shows a figure, also after a change of theme.
 *
 * @param {(element: any) => unknown} mountElement What the element's script exports.
 * @param {unknown} data
 * @param {object} [more] What else the element is given, such as who hears of what a visitor chooses.
 * @returns {(data: unknown) => void} Shows other data.
 */
export function showFigure(mountElement, data, more = {}) {
  const parentElement = document.getElementById("figure").shadowRoot;
  const draw = () => mountElement({ data, parentElement, setStateValue() {}, setTriggerValue() {}, ...more });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
  return (other) => {
    data = other;
    draw();
  };
}

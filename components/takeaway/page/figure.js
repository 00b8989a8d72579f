// A custom element of the app on a page without a server: there is nobody to tell what a visitor has chosen.

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
 * @returns {(data: unknown) => void} Shows other data.
 */
export function showFigure(mountElement, data) {
  const parentElement = document.getElementById("figure").shadowRoot;
  const draw = () => mountElement({ data, parentElement, setStateValue() {}, setTriggerValue() {} });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
  return (other) => {
    data = other;
    draw();
  };
}

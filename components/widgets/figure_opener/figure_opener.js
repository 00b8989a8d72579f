// The button: it asks for a file and says why a file opens nothing.

import { partOf } from "../canvas/elements.js";
import { chooseFigure } from "./figure_files.js";

/**
 * @import { Given } from "../canvas/elements.js"
 * @import { App } from "./figure_link.js"
 */

/** @param {Given<App & { label: string }>} given */
export default function ({ data, parentElement }) {
  /** @type {HTMLButtonElement} */
  const button = partOf(parentElement, ".open");
  const note = partOf(parentElement, ".note");
  button.textContent = data.label;
  button.disabled = false;
  button.onclick = () => chooseFigure(data, (text) => (note.textContent = text));
}

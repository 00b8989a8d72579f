// The parts of the page on the phone.

/** @import { Part } from "../../positions/arrows/turning_arrows.js" */

/**
 * The element with an id.
 *
 * @template {Element} [Part=HTMLElement]
 * @param {string} id
 * @returns {Part}
 */
export function byId(id) {
  /** @type {Part | null} */
  const part = document.querySelector(`#${id}`);
  if (!part) throw new Error(`nothing is ${id}`);
  return part;
}

/** The list in a part of the page. @param {string} id */
export function listOf(id) {
  return /** @type {HTMLElement} */ (byId(id).querySelector("ul"));
}

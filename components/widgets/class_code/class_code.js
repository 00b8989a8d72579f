// The code of a class on the whole screen: the last row reads it, and nothing else is in sight.

import { partOf } from "../canvas/elements.js";
import { isOn, keyAlone } from "../pressed_key.js";

/** @import { Given } from "../canvas/elements.js" */

const TYPES = "input, textarea, select, [contenteditable]";
/** @type {(event: KeyboardEvent) => void} */
let listener = () => {}; // of the page

/** @param {Given<{ picture: string, typed: string, note: string, has_button: boolean }>} given */
export default function ({ data, parentElement }) {
  const part = (/** @type {string} */ name) => partOf(parentElement, `.${name}`);
  /** @type {HTMLDialogElement} */
  const screen = partOf(parentElement, ".code");
  /** @type {HTMLImageElement} */
  const picture = partOf(parentElement, ".picture");
  picture.hidden = !data.picture;
  if (data.picture) picture.src = data.picture;
  part("typed").textContent = data.typed;
  part("note").textContent = data.note;
  part("open").hidden = !data.has_button;
  part("open").onclick = () => screen.showModal();
  screen.onclick = () => screen.close();

  document.removeEventListener("keydown", listener);
  const mine = (/** @type {KeyboardEvent} */ event) => {
    if (keyAlone(event) !== "c") return;
    if (isOn(event, TYPES)) return;
    if (screen.open) screen.close();
    else screen.showModal();
    event.preventDefault();
  };
  listener = mine;
  document.addEventListener("keydown", mine);
  return () => {
    if (!screen.isConnected) document.removeEventListener("keydown", mine); // else the call was overtaken
  };
}

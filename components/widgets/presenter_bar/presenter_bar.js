// The keys of a presenter, and a bar that says where in the house the audience is. Python decides what a key leads to.

import { buttonOf, partOf, pressed } from "../canvas/elements.js";
import { isOn, keyAlone } from "../pressed_key.js";
import { enlarge, stopEnlarging } from "./fitting.js";

/** @import { Given } from "../canvas/elements.js" */

const PAGE = document.documentElement;
/**
 * @typedef {{ room: string, example: string, keys: string, modes: string[], mode: number, reveals: boolean }}
 *   PresenterData
 */

/** @type {Record<string, number>} */
const ROOMS = { PageUp: -1, PageDown: 1 };
/** @type {Record<string, number>} */
const EXAMPLES = { ArrowLeft: -1, ArrowRight: 1 };
const TYPES = "input, textarea, select, [contenteditable]";
// What Esc closes: then it does nothing else. Other elements say so by preventing the event's default.
const CLOSED_BY_ESCAPE = "dialog[open], [role=dialog], [role=listbox], [role=menu], [aria-label^='Close fullscreen']";
const USES_ARROWS = `${TYPES}, [role=slider], [role=radio], [role=tab], [role=listbox], [role=group], [role=application]`;

// One listener a page: the function runs again with every change of theme or data.
/** @type {(event: KeyboardEvent) => void} */
let listener = () => {};

/** @param {Given<PresenterData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const bar = partOf(parentElement, ".bar");
  partOf(bar, ".room").textContent = data.room;
  partOf(bar, ".example").textContent = data.example;
  partOf(bar, ".keys").textContent = data.keys;
  partOf(bar, ".modes").replaceChildren(...data.modes.map((name, index) => dot(name, index, data.mode)));
  bar.onclick = (event) => {
    const button = pressed(event);
    if (button?.dataset.room) setTriggerValue("room", Number(button.dataset.room));
    if (button?.dataset.mode) setTriggerValue("mode", Number(button.dataset.mode));
    if (button?.matches(".leave")) setTriggerValue("leave", true);
  };

  document.removeEventListener("keydown", listener);
  const mine = (/** @type {KeyboardEvent} */ event) => {
    const key = keyAlone(event);
    if (!key) return;
    const on = (/** @type {string} */ selector) => isOn(event, selector);
    if (key in ROOMS) setTriggerValue("room", ROOMS[key]);
    else if (key in EXAMPLES && data.example && !on(USES_ARROWS)) setTriggerValue("step", EXAMPLES[key]);
    else if (on(TYPES)) return;
    else if (/^[1-9]$/.test(key) && Number(key) <= data.modes.length) {
      setTriggerValue("mode", Number(key) - 1);
    } else if (key === "g" && data.reveals) setTriggerValue("reveal", true);
    else if (key === "Escape") {
      if (event.defaultPrevented || on(CLOSED_BY_ESCAPE) || document.querySelector(CLOSED_BY_ESCAPE)) return;
      if (document.fullscreenElement) return; // the browser leaves that
      if (PAGE.hasAttribute("data-black")) PAGE.removeAttribute("data-black");
      else setTriggerValue("leave", true);
    } else if (key === "b" || key === ".") PAGE.toggleAttribute("data-black");
    else if (key === "f") {
      if (document.fullscreenElement) document.exitFullscreen();
      else PAGE.requestFullscreen();
    } else return;
    event.preventDefault();
  };
  listener = mine;
  document.addEventListener("keydown", mine);
  enlarge(bar);
  bar.dataset.listening = "true";
  return () => {
    if (bar.isConnected) return; // Streamlit cleans up, too, after a call that was overtaken: see canvas_widget.js
    document.removeEventListener("keydown", mine);
    PAGE.removeAttribute("data-black");
    stopEnlarging();
  };
}

/** @param {string} name @param {number} index @param {number} chosen */
function dot(name, index, chosen) {
  const button = buttonOf("", String(index + 1));
  button.dataset.mode = String(index);
  button.title = name;
  button.ariaLabel = name;
  button.ariaCurrent = String(index === chosen);
  return button;
}

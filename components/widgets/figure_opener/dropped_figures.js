// A saved figure that is dropped onto the page opens its view. What takes files or text itself goes on taking them.

import { isOn } from "../pressed_key.js";
import { openFigure } from "./figure_files.js";

/** @import { App } from "./figure_link.js" */

const TAKES_FILES = "input, textarea, [contenteditable=true], [data-testid=stFileUploader]";
const STILL_OVER_MS = 600; // browsers say more often than that that a file is over the page
const SHOWN_MS = 10_000; // of a note, enough to read it twice

/**
 * Listens for files that are dragged over the page. Returns a function that stops listening.
 * @param {App} app
 * @param {{ outline: HTMLElement, note: HTMLElement, dialog: HTMLDialogElement }} parts
 */
export function openDroppedFigures(app, { outline, note, dialog }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let leaves;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fades;
  let fromPage = false;
  const hide = () => {
    clearTimeout(leaves);
    outline.hidden = true;
  };
  const say = (/** @type {string} */ text) => {
    note.textContent = text;
    clearTimeout(fades);
    fades = setTimeout(() => (note.textContent = ""), SHOWN_MS);
  };
  /** What a visitor means to bring; null for what is not meant for the page. @param {DragEvent} event */
  const broughtBy = (event) =>
    fromPage || !event.dataTransfer?.types.includes("Files") || isOn(event, TAKES_FILES) ? null : event.dataTransfer;
  const onDrag = (/** @type {DragEvent} */ event) => {
    hide();
    const brought = broughtBy(event);
    if (!brought) return;
    event.preventDefault(); // else the browser would not drop it here
    brought.dropEffect = "copy";
    outline.hidden = false;
    leaves = setTimeout(hide, STILL_OVER_MS);
  };
  const onDrop = (/** @type {DragEvent} */ event) => {
    hide();
    const brought = broughtBy(event);
    if (!brought) return;
    event.preventDefault(); // else the browser would show the file in place of the app
    dialog.close(); // the note stands below it
    const file = brought.files[0];
    if (file) openFigure(file, app, say);
  };
  // A picture that is dragged within the page is a file, too, for some browsers.
  const onStart = () => (fromPage = true);
  const onEnd = () => (fromPage = false);
  const leaving = new AbortController();
  for (const name of /** @type {const} */ (["dragenter", "dragover"])) addEventListener(name, onDrag, leaving);
  addEventListener("drop", onDrop, leaving);
  addEventListener("dragstart", onStart, leaving);
  addEventListener("dragend", onEnd, leaving);
  return () => {
    leaving.abort();
    hide();
  };
}

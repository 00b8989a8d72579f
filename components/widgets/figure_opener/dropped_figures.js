// A saved figure that is dropped onto the page opens its view. What takes files or text itself goes on taking them.

import { openFigure } from "./figure_files.js";

const TAKES_FILES = "input, textarea, [contenteditable=true], [data-testid=stFileUploader]";
const STILL_OVER_MS = 600; // browsers say more often than that that a file is over the page
const SHOWN_MS = 10_000; // of a note, enough to read it twice

/**
 * Listens for files that are dragged over the page. Returns a function that stops listening.
 * @param {{ root: string, paths: string[] }} app
 * @param {{ outline: HTMLElement, note: HTMLElement, dialog: HTMLDialogElement }} parts
 */
export function openDroppedFigures(app, { outline, note, dialog }) {
  let [leaves, fades, fromPage] = [0, 0, false];
  const hide = () => {
    clearTimeout(leaves);
    outline.hidden = true;
  };
  const say = (text) => {
    note.textContent = text;
    clearTimeout(fades);
    fades = setTimeout(() => (note.textContent = ""), SHOWN_MS);
  };
  const isMeant = (event) =>
    !fromPage &&
    event.dataTransfer?.types.includes("Files") &&
    !event.composedPath().some((part) => part instanceof Element && part.matches(TAKES_FILES));
  const onDrag = (event) => {
    hide();
    if (!isMeant(event)) return;
    event.preventDefault(); // else the browser would not drop it here
    event.dataTransfer.dropEffect = "copy";
    outline.hidden = false;
    leaves = setTimeout(hide, STILL_OVER_MS);
  };
  const onDrop = (event) => {
    hide();
    if (!isMeant(event)) return;
    event.preventDefault(); // else the browser would show the file in place of the app
    dialog.close(); // the note stands below it
    const file = event.dataTransfer.files[0];
    if (file) openFigure(file, app, say);
  };
  // A picture that is dragged within the page is a file, too, for some browsers.
  const onStart = () => (fromPage = true);
  const onEnd = () => (fromPage = false);
  const listeners = { dragenter: onDrag, dragover: onDrag, drop: onDrop, dragstart: onStart, dragend: onEnd };
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener);
    hide();
  };
}

// Mouse and keyboard on the grids, and the controls above them.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { gridAt } from "../../widgets/canvas/grid.js";
import { pointOn } from "../../widgets/canvas/pointer.js";
import { announce, lock, lockOn, REST_MS } from "./choosing.js";
import { cellOn, lockedCell, readOn } from "./looking.js";
import { goTo, pause, play, stop } from "./reading.js";

/** @import { GridsView } from "./mask_grids.js" */

const LARGE_STEP = 10; // tokens that Shift and an arrow key pass over

/** @param {GridsView} view */
export function listenToControls(view) {
  const { words, play: button } = view.el;
  words.oninput = () => {
    if (view.isPlaying) stop(view);
    goTo(view, Number(words.value));
    tell(view, REST_MS);
  };
  button.onclick = () => {
    if (view.isPlaying) pause(view);
    else play(view);
  };
}

/** @param {GridsView} view @param {number} side */
export function listenToGrid(view, side) {
  const { canvas } = view.sides[side];
  const cellAt = (/** @type {MouseEvent} */ event) => {
    const cell = gridAt(view.layout, view.trace.grids[side].count, ...pointOn(event));
    const isRead = cell !== null && Math.max(cell.query ?? 0, cell.key ?? 0) < readOn(view, side);
    return isRead ? { side, ...cell } : null;
  };
  canvas.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    const cell = cellAt(event);
    const { hover } = view;
    if (cell?.query === hover?.query && cell?.key === hover?.key && cell?.side === hover?.side) return;
    view.hover = cell;
    redraw(view);
  };
  canvas.onpointerleave = () => {
    view.hover = null;
    redraw(view);
  };
  canvas.onclick = (event) => {
    const cell = cellAt(event);
    if (cell === null || cell.query === null) return;
    view.cursor = null;
    lockOn(view, cell);
  };
  canvas.onblur = () => {
    view.cursor = null;
    redraw(view);
  };
  canvas.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (view.cursor || view.lock) event.preventDefault(); // on a projector it does nothing else
      view.cursor = null;
      if (view.lock) lock(view, null);
      else redraw(view);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault(); // Space scrolls the page
      if (event.repeat || view.cursor === null) return;
      lockOn(view, view.cursor);
    } else if (moveCursor(view, side, event.key, event.shiftKey ? LARGE_STEP : 1)) {
      event.preventDefault();
      announce(view);
    }
  };
}

/**
 * Moves the keyboard's cell; whether the key is one that does. The first one only shows where it is.
 * @param {GridsView} view @param {number} side @param {string} pressed @param {number} by
 */
function moveCursor(view, side, pressed, by) {
  const last = readOn(view, side) - 1;
  const locked = lockedCell(view);
  const from = view.cursor ?? (locked && cellOn(view, side, locked));
  const [query, key] = [from?.query ?? 0, from?.key ?? 0];
  const to = {
    ArrowUp: [query - by, key],
    ArrowDown: [query + by, key],
    ArrowLeft: [query, key - by],
    ArrowRight: [query, key + by],
    Home: [query, 0],
    End: [query, last],
  }[pressed];
  if (!to) return false;
  const [row, column] = (from === null ? [0, 0] : to).map((place) => Math.min(Math.max(place, 0), last));
  view.cursor = { side, query: row, key: column };
  view.hover = null;
  view.message = null;
  return true;
}

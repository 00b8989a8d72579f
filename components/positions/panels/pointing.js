// Mouse and keyboard on a panel.

import { redraw } from "../../widgets/canvas/canvas_widget.js";
import { pointOn } from "../../widgets/canvas/pointer.js";
import { lock } from "./locking.js";
import { pairAt } from "./matrices.js";
import { cellAt } from "./plot.js";
import { announce } from "./texts.js";

/**
 * @import { Pair } from "./matrices.js"
 * @import { PanelsView } from "./position_panels.js"
 */

const MANY = 10; // positions that Shift and a key pass over

/** @param {PanelsView} view @param {HTMLCanvasElement} canvas @param {number} number */
export function listenToPanel(view, canvas, number) {
  const pointed = (/** @type {MouseEvent} */ event) =>
    cellAt(view.trace.panels[number], view.layouts[number], ...pointOn(event));
  const meant = (/** @type {{ row: number, column: number }} */ cell) =>
    pairAt(view.trace.panels[number], cell, view.cursor ?? view.lock);
  canvas.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    const cell = pointed(event);
    if (cell?.row === view.cell?.row && cell?.column === view.cell?.column && view.cell?.panel === number) return;
    view.cell = cell === null ? null : { ...cell, panel: number };
    view.hover = cell === null ? null : meant(cell);
    canvas.style.cursor = cell === null ? "default" : "crosshair";
    redraw(view);
  };
  canvas.onpointerleave = () => {
    view.cell = null;
    view.hover = null;
    redraw(view);
  };
  canvas.onclick = (event) => {
    const cell = pointed(event);
    // The pair that is shown under the mouse: a click has whole pixels alone, and cells may be as small as one.
    const pair = view.hover ?? (cell === null ? null : meant(cell));
    view.cursor = null;
    if (pair !== null) lock(view, pair);
  };
  canvas.onblur = () => {
    view.cursor = null;
    redraw(view);
  };
  canvas.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (view.cursor !== null || view.lock !== null) event.preventDefault(); // on a projector it does nothing else
      view.cursor = null;
      if (view.lock !== null) lock(view, null);
      else redraw(view);
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat && view.cursor !== null) lock(view, view.cursor);
      return;
    }
    const to = pairAfter(view.cursor ?? view.lock, view.trace.count, event.key, event.shiftKey ? MANY : 1);
    if (to === undefined) return;
    event.preventDefault(); // these keys scroll the page
    view.cursor = to;
    view.hover = null;
    view.cell = null;
    announce(view);
  };
}

/**
 * The pair that a key leads to; undefined for a key that leads nowhere. The first key only shows where one is.
 * @param {Pair | null} pair @param {number} count @param {string} key @param {number} step
 */
function pairAfter(pair, count, key, step) {
  const { first, second } = pair ?? { first: 0, second: 0 };
  const inside = (/** @type {number} */ place) => Math.min(Math.max(place, 0), count - 1);
  // Both as far as the one that comes to the end first: they stay as far apart as they are.
  const together = (/** @type {number} */ by) => {
    const least = Math.max(by, -Math.min(first, second));
    const largest = Math.min(least, count - 1 - Math.max(first, second));
    return { first: first + largest, second: second + largest };
  };
  const to = {
    ArrowUp: { first: inside(first - step), second },
    ArrowDown: { first: inside(first + step), second },
    ArrowLeft: { first, second: inside(second - step) },
    ArrowRight: { first, second: inside(second + step) },
    PageUp: together(-step),
    PageDown: together(step),
    Home: { first, second: 0 },
    End: { first, second: count - 1 },
  }[key];
  return to !== undefined && pair === null ? { first, second } : to;
}

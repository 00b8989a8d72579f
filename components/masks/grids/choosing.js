// What is chosen: a row and perhaps a cell, held as tokens of the left grid.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { set, tokenName } from "../../widgets/canvas/wording.js";
import { partnerOf, SIDES } from "./looking.js";

/**
 * @import { GridCell } from "../../widgets/canvas/grid.js"
 * @import { GridsView, SideCell } from "./mask_grids.js"
 */

export const REST_MS = 500; // after the slider moved: another step may follow

/**
 * Locks a cell of the left grid, or its row; null, or what is locked already, unlocks.
 * @param {GridsView} view @param {GridCell | null} cell
 */
export function lock(view, cell) {
  const same = cell !== null && view.lock?.query === cell.query && view.lock?.key === cell.key;
  view.lock = same ? null : cell;
  view.message = null;
  announce(view);
  tell(view);
}

/** Locks a cell wherever it was chosen. @param {GridsView} view @param {SideCell} sideCell */
export function lockOn(view, { side, query, key }) {
  if (query === null) return; // a column alone is not kept
  const [row, column] = [query, key].map((position) => partnerOf(view, side, 0, position));
  if (row !== null) {
    lock(view, { query: row, key: column });
    return;
  }
  const name = tokenName(view.trace.grids[side], query);
  view.message = { side, text: `${name} has no place in the left grid, so its row cannot be kept.` };
  announce(view);
}

/** @param {Pick<GridsView, "trace" | "lock" | "step">} pick */
export function answerOf({ trace, lock: locked, step }) {
  return JSON.stringify({
    trace: trace.trace,
    row: locked?.query ?? null,
    column: locked?.key ?? null,
    step: step === trace.readings.length ? null : step,
  });
}

/** Says aloud what is found now, once it is drawn. @param {GridsView} view */
export function announce(view) {
  redraw(view);
  requestAnimationFrame(() => {
    const { el, message, trace, sides } = view;
    const findings = SIDES.filter((side) => sides[side].finding.textContent).map(
      (side) => `${trace.grids[side].title}: ${sides[side].finding.textContent}`,
    );
    set(el.news, [message?.text ?? "", ...findings].join(" ").trim());
  });
}

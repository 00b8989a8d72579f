// What is selected: the panel and the locked tokens.

import { tell } from "../../widgets/canvas/canvas_widget.js";
import { wantExact } from "./exact_weights.js";
import { refresh } from "./frame.js";
import { announce } from "./texts.js";

/**
 * @import { GridCell } from "../../widgets/canvas/grid.js"
 * @import { AtlasView } from "./attention_atlas.js"
 */

/** @param {AtlasView} view @param {number} panel @param {number} wait */
export function choose(view, panel, wait) {
  view.preview = null;
  view.panel = panel;
  wantExact(view);
  refresh(view, "map");
  announce(view);
  tell(view, wait);
}

/** @param {AtlasView} view @param {GridCell | null} cell */
export function lock(view, cell) {
  const same = cell !== null && view.lock?.query === cell.query && view.lock?.key === cell.key;
  view.lock = same ? null : cell;
  if (view.preview !== null) view.panel = view.preview;
  announce(view);
  tell(view);
}

/** @param {Pick<AtlasView, "trace" | "panel" | "lock">} pick */
export function answerOf({ trace, panel, lock }) {
  const columns = trace.columns.length;
  return JSON.stringify({
    trace: trace.trace,
    panel: [Math.floor(panel / columns), panel % columns],
    query: lock?.query ?? null,
    key: lock?.key ?? null,
  });
}

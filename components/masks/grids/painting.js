// The pictures of the grids: weights in colour, what is masked hatched, what has not been read yet left out.

import { contextOf, levelsOf, paintSquare, picture } from "../../widgets/canvas/drawing.js";
import { paintGaps } from "../../widgets/canvas/grid.js";
import { isAllowed, readOn, weightsOn } from "./looking.js";

/**
 * @import { Context, Theme } from "../../widgets/canvas/drawing.js"
 * @import { GridLayout } from "../../widgets/canvas/grid.js"
 * @import { GridsView } from "./mask_grids.js"
 */

const HATCH = 6; // CSS pixels between two lines

/** The picture of one grid. @param {GridsView} view @param {GridLayout} gridLayout @param {number} side */
export function paintGrid(view, { size }, side) {
  const { trace, theme } = view;
  const { count } = trace.grids[side];
  const read = readOn(view, side);
  const base = picture(size, size, (pixels, stride) =>
    paintSquare(pixels, stride, 0, 0, size, levelsOf(weightsOn(view, side)), count, theme.table),
  );
  const context = contextOf(base);
  const edge = (/** @type {number} */ i) => Math.ceil((i * size) / count);
  const fillRuns = (/** @type {(query: number, key: number) => boolean} */ isIn) => {
    for (let query = 0; query < read; query += 1) {
      /** @type {number | null} */
      let from = null;
      for (let key = 0; key <= read; key += 1) {
        const inside = key < read && isIn(query, key);
        if (inside) from ??= key;
        if (inside || from === null) continue;
        context.fillRect(edge(from), edge(query), edge(key) - edge(from), edge(query + 1) - edge(query));
        from = null;
      }
    }
  };
  const isMasked = (/** @type {number} */ query, /** @type {number} */ key) => !isAllowed(view, side, query, key);
  context.fillStyle = theme.paper;
  fillRuns(isMasked);
  context.fillStyle = hatching(context, theme, size / count);
  fillRuns(isMasked);
  paintGaps(context, theme, count, size);
  leaveOut(context, theme, edge(read), size);
  return base;
}

/**
 * Slanted lines; closer where cells are small, so that each one is crossed.
 * @param {Context} context @param {Theme} theme @param {number} cell
 */
function hatching(context, theme, cell) {
  const pitch = Math.round(Math.min(HATCH * devicePixelRatio, Math.max(4, cell)));
  const tile = new OffscreenCanvas(pitch, pitch);
  const lines = contextOf(tile);
  lines.strokeStyle = theme.text;
  lines.globalAlpha = 0.7;
  lines.lineWidth = Math.max(1, pitch / 6);
  lines.beginPath();
  for (const shift of [-pitch, 0, pitch]) {
    lines.moveTo(shift - 1, pitch + 1);
    lines.lineTo(shift + pitch + 1, -1);
  }
  lines.stroke();
  return context.createPattern(tile, "repeat") ?? theme.text;
}

/**
 * Takes away what has not been read yet, and shows how large the grid will be.
 * @param {Context} context @param {Theme} theme @param {number} from @param {number} size
 */
function leaveOut(context, theme, from, size) {
  if (from === size) return;
  context.clearRect(from, 0, size - from, size);
  context.clearRect(0, from, size, size - from);
  context.strokeStyle = theme.text;
  context.globalAlpha = 0.4;
  context.lineWidth = devicePixelRatio;
  context.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
  context.strokeRect(0.5, 0.5, size - 1, size - 1);
}

// The chosen panel, large, as a grid of queries and keys.

import { contextOf, levelsOf, paintSquare, picture } from "../../widgets/canvas/drawing.js";
import { paintGaps } from "../../widgets/canvas/grid.js";

/**
 * @import { Theme } from "../../widgets/canvas/drawing.js"
 * @import { GridLayout } from "../../widgets/canvas/grid.js"
 * @import { Matrix } from "./weights.js"
 */

/**
 * The picture of the grid; `parted` are the places before which another sentence begins.
 * @param {Matrix} matrix @param {GridLayout} layout @param {Theme} theme @param {number[]} parted
 */
export function paintMap(matrix, layout, theme, parted) {
  const { size } = layout;
  const levels = levelsOf(matrix.weights);
  const base = picture(size, size, (pixels, stride) =>
    paintSquare(pixels, stride, 0, 0, size, levels, matrix.size, theme.table),
  );
  const context = contextOf(base);
  const cell = size / matrix.size;
  paintGaps(context, theme, matrix.size, size);
  context.strokeStyle = theme.text;
  context.lineWidth = devicePixelRatio;
  context.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const i of parted) {
    const line = Math.ceil(i * cell) - 0.5;
    context.beginPath();
    context.moveTo(line, 0);
    context.lineTo(line, size);
    context.moveTo(0, line);
    context.lineTo(size, line);
    context.stroke();
  }
  return base;
}

// The chosen panel, large, as a grid of queries and keys.

import { levelsOf, paintSquare, picture } from "../../widgets/canvas/drawing.js";
import { paintGaps } from "../../widgets/canvas/grid.js";

/** The picture of the grid; `parted` are the places before which another sentence begins. */
export function paintMap(matrix, layout, theme, parted) {
  const { size } = layout;
  const levels = levelsOf(matrix.weights);
  const base = picture(size, size, (pixels, stride) =>
    paintSquare(pixels, stride, 0, 0, size, levels, matrix.size, theme.table),
  );
  const context = base.getContext("2d");
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

// A grid of queries and keys with their tokens on both sides. Sizes are in device pixels.

import { drawLabel, drawOutline, LABEL_HEIGHT, labelled, longestWidth } from "./drawing.js";

/**
 * @import { Context, LabelOptions, Theme } from "./drawing.js"
 * @import { Tokens } from "./wording.js"
 */

/** @typedef {{ query: number | null, key: number | null }} GridCell A cell, or the row or the column of one. */
/** @typedef {ReturnType<typeof gridLayout>} GridLayout */

/**
 * Where everything on the canvas lies, for a space of so many device pixels.
 * @param {Tokens} trace @param {Theme} theme @param {Context} context @param {number} width @param {number} height
 */
export function gridLayout(trace, theme, context, width, height) {
  const { letters } = theme;
  const title = 1.5 * letters;
  const names = longestWidth(context, theme, trace.tokens, Math.min(9 * letters, 0.26 * width));
  const upright = Math.min(names, 7 * letters);
  const left = Math.round(title + names + 0.8 * letters);
  const top = Math.round(title + upright + 0.7 * letters);
  const edge = Math.ceil(0.65 * letters);
  const size = Math.max(40, Math.floor(Math.min(width - left - edge, height - top - edge)));
  return { left, top, size, names, upright, edge, width: left + size + edge, height: top + size + edge };
}

/**
 * Parts the cells of a square picture from one another, where they are large enough.
 * @param {Context} context @param {Theme} theme @param {number} count @param {number} size
 */
export function paintGaps(context, theme, count, size) {
  if (size / count < 9 * devicePixelRatio) return;
  context.fillStyle = theme.paper;
  for (let i = 1; i < count; i += 1) {
    const line = Math.ceil((i * size) / count) - 1;
    context.fillRect(line, 0, 1, size);
    context.fillRect(0, line, size, 1);
  }
}

/**
 * One frame of the grid. `active` and `locked` are `{ query, key }`, places among what is shown, or null; only the first
 * `read` tokens are there.
 * @param {Context} context @param {Tokens} trace @param {GridLayout} layout @param {Theme} theme
 * @param {{ base: OffscreenCanvas, shown: number[], active: GridCell | null, locked: GridCell | null, read?: number }}
 *   cells
 */
export function drawGrid(context, trace, layout, theme, { base, shown, active, locked, read = shown.length }) {
  const { left, top, size } = layout;
  const { letters } = theme;
  const cell = size / shown.length;
  const long = Math.ceil(read * cell);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.drawImage(base, left, top);
  const span = (/** @type {number} */ i) => [Math.ceil((i * size) / shown.length), Math.max(1, Math.round(cell))];
  const cells = locked === active ? [active] : [locked, active];
  cells.forEach((each, i) => {
    const thick = (i === cells.length - 1 ? 1.5 : 1) * devicePixelRatio;
    if (each === null) return;
    if (each.query !== null) {
      const [start, wide] = span(each.query);
      drawOutline(context, theme, left, top + start, long, wide, thick);
    }
    if (each.key !== null) {
      const [start, wide] = span(each.key);
      drawOutline(context, theme, left + start, top, wide, long, thick);
    }
  });
  const marks = (/** @type {"query" | "key"} */ axis) =>
    [active, locked].map((each) => each?.[axis] ?? null).filter((i) => i !== null);
  const isRead = (/** @type {number} */ i) => i < read;
  const queries = marks("query");
  const keys = marks("key");
  for (const i of labelled(shown.length, cell, LABEL_HEIGHT * letters, queries)
    .filter(isRead)
    .reverse()) {
    const y = top + (i + 0.5) * cell;
    const options = { marked: queries.includes(i), width: layout.names };
    drawLabel(context, theme, trace.tokens[shown[i]], left - 0.5 * letters, y, options);
  }
  for (const i of labelled(shown.length, cell, LABEL_HEIGHT * letters, keys)
    .filter(isRead)
    .reverse()) {
    const x = left + (i + 0.5) * cell;
    /** @type {LabelOptions} */
    const options = { marked: keys.includes(i), width: layout.upright, align: "left", turned: true };
    drawLabel(context, theme, trace.tokens[shown[i]], x, top - 0.5 * letters, options);
  }
  drawLabel(context, theme, "at this word →", left, 0.75 * letters, { align: "left", width: size });
  drawLabel(context, theme, "← this word looks", 0.75 * letters, top, { align: "right", turned: true });
}

/**
 * The cell at a point of the grid; on a label, the row or the column alone.
 * @param {GridLayout} layout @param {number} count @param {number} x @param {number} y
 */
export function gridAt(layout, count, x, y) {
  const place = (/** @type {number} */ pixel) => Math.floor((pixel * count) / layout.size);
  const query = place(y - layout.top);
  const key = place(x - layout.left);
  const inside = (/** @type {number} */ i) => i >= 0 && i < count;
  if (inside(query) && inside(key)) return { query, key };
  if (inside(query) && x < layout.left) return { query, key: null };
  if (inside(key) && y < layout.top) return { query: null, key };
  return null;
}

// The chosen panel, large: as a grid of queries and keys with their tokens on both sides, or as lines between them.

import { drawLabel, LABEL_HEIGHT, labelled, levelsOf, paintSquare, picture } from "../../widgets/canvas/drawing.js";
import { paintGaps } from "../../widgets/canvas/grid.js";
import { DECODED } from "./weights.js";

const MAX_LINES = 2500; // more are a grey cloth, and slow
const FAINTEST_LINE = 0.01;
export const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [14, 5], [4, 7]];

/** The picture of the grid. */
export function paintMap(matrix, layout, theme, { threshold, parted }) {
  const { size } = layout;
  const levels = levelsOf(matrix.weights, threshold);
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

function linesPlot(layout, theme, count) {
  const top = 2.2 * theme.letters;
  const left = layout.names + 0.9 * theme.letters;
  const right = layout.width - left;
  const pitch = Math.min((layout.height - top - layout.edge) / count, 2.6 * theme.letters);
  return { top, left, right, pitch, at: (i) => top + (i + 0.5) * pitch };
}

/**
 * The weight under which no line is drawn, so that at most `MOST_LINES` are. A token's own lines have the visitor's
 * threshold alone.
 */
export function faintest(matrices, threshold) {
  const counts = new Int32Array(256);
  for (const { weights } of matrices)
    for (const weight of weights) counts[Math.floor(255 * Math.sqrt(Math.min(1, weight)))] += 1;
  let level = 255;
  for (let drawn = counts[255]; level > 0 && drawn + counts[level - 1] <= MAX_LINES; level -= 1)
    drawn += counts[level - 1];
  return Math.max(threshold, FAINTEST_LINE, level === 0 ? 0 : DECODED[level]);
}

/** One frame of the lines. `drawn` has `{ matrix, slot }` for every panel shown. */
export function drawLines(context, trace, layout, theme, { drawn, shown, active, locked, threshold, least }) {
  const plot = linesPlot(layout, theme, shown.length);
  const chosen = active ?? locked;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  drawn.forEach(({ matrix, slot }, i) => {
    const shift = (i - (drawn.length - 1) / 2) * Math.min(2.4 * devicePixelRatio, plot.pitch / (drawn.length + 1));
    context.setLineDash(DASHES[slot].map((dash) => dash * devicePixelRatio));
    context.strokeStyle = theme.hues[slot % theme.hues.length];
    const floor = chosen === null ? least : Math.max(threshold, 0.5 / 255);
    for (const [query, key] of endsOf(chosen, shown.length)) {
      const weight = matrix.weights[query * matrix.size + key];
      if (weight < floor) continue;
      context.globalAlpha = Math.min(1, 0.12 + 0.88 * Math.sqrt(weight));
      context.lineWidth = (0.8 + 3.6 * weight) * devicePixelRatio;
      context.beginPath();
      context.moveTo(plot.left, plot.at(query) + shift);
      context.lineTo(plot.right, plot.at(key) + shift);
      context.stroke();
    }
  });
  context.globalAlpha = 1;
  context.setLineDash([]);
  drawEnds(context, trace, layout, theme, plot, shown, active, locked);
}

/**
 * Pairs of query and key that a line may join: all, or those of the chosen row, column or cell.
 *
 * @returns {Generator<[number, number]>}
 */
export function* endsOf(chosen, count) {
  const [query, key] = [chosen?.query ?? null, chosen?.key ?? null];
  // A locked cell keeps its whole row: one line alone says little.
  for (let i = query ?? 0; i < (query === null ? count : query + 1); i += 1) {
    const only = query === null && key !== null;
    for (let j = only ? key : 0; j < (only ? key + 1 : count); j += 1) yield [i, j];
  }
}

function drawEnds(context, trace, layout, theme, plot, shown, active, locked) {
  const sides = [
    { axis: "query", x: plot.left - 0.4 * theme.letters, align: "right", title: "from" },
    { axis: "key", x: plot.right + 0.4 * theme.letters, align: "left", title: "to" },
  ];
  for (const { axis, x, align, title } of sides) {
    const marks = [active, locked].map((each) => each?.[axis] ?? null).filter((i) => i !== null);
    for (const i of labelled(shown.length, plot.pitch, LABEL_HEIGHT * theme.letters, marks).reverse()) {
      const options = { marked: marks.includes(i), align, width: layout.names };
      drawLabel(context, theme, trace.tokens[shown[i]], x, plot.at(i), options);
    }
    const inward = axis === "query" ? "left" : "right";
    const from = axis === "query" ? 0.2 * theme.letters : layout.width - 0.2 * theme.letters;
    drawLabel(context, theme, axis === "query" ? `${title} →` : `→ ${title}`, from, 0.8 * theme.letters, {
      align: inward,
    });
  }
}

/** The token at a point of the lines. */
export function linesAt(layout, theme, count, x, y) {
  const plot = linesPlot(layout, theme, count);
  const i = Math.floor((y - plot.top) / plot.pitch);
  if (i < 0 || i >= count) return null;
  const reach = Math.max(plot.left, 0.3 * layout.width);
  if (x <= reach) return { query: i, key: null };
  return x >= layout.width - reach ? { query: null, key: i } : null;
}

// One canvas: the picture of a panel, its axes, and what is marked on it. Sizes are in device pixels.

import { drawLabel, drawOutline, fontOf, LABEL_HEIGHT } from "../../widgets/canvas/drawing.js";
import { capitalised } from "../../widgets/canvas/wording.js";
import { marksOf } from "./matrices.js";

/**
 * @import { Area, Context, Theme } from "../../widgets/canvas/drawing.js"
 * @import { Pair, Panel } from "./matrices.js"
 */

/** @typedef {ReturnType<typeof plotLayout>} PlotLayout */
/** @typedef {Theme & { diverging: Uint32Array, edge: string }} PanelTheme */
/** @typedef {{ rows: number[], columns: number[] }} Marks */

const MAX_SIDE = 620; // CSS pixels
export const APART = 10; // positions, as an example of a distance

/**
 * Where everything lies on the canvas of a panel: its picture is as wide as those beside it.
 * @param {Panel} panel @param {Theme} theme @param {Context} context
 * @param {{ width: number, gap: number, enlarged: number, abreast: number, numbered: boolean, numbers: number }} given
 */
export function plotLayout(
  panel,
  theme,
  context,
  { width: full, gap, enlarged, abreast, numbered: hasNumbers, numbers },
) {
  const { letters } = theme;
  context.font = fontOf(theme, 700);
  const names = context.measureText(String(panel.rows - 1)).width;
  const numbered = Math.round(1.6 * letters + names + 0.8 * letters);
  const top = Math.ceil(0.7 * letters);
  const edge = Math.ceil(1.1 * letters); // half the last number
  const below = Math.ceil(3.2 * letters);
  const shares = abreast > 1;
  const bare = Math.ceil(0.5 * letters);
  const lefts = numbers * numbered + (abreast - numbers) * bare;
  const space = (full - (abreast - 1) * gap - lefts) / abreast - edge;
  const high = panel.square || shares ? Math.max(0.34 * innerHeight, 230) : Math.max(0.3 * innerHeight, 180);
  const side = Math.min(space, enlarged * Math.min(high, MAX_SIDE) * devicePixelRatio);
  const height = Math.max(40, Math.floor(side));
  const width = panel.square ? height : Math.max(40, Math.floor(space));
  const left = hasNumbers ? numbered : bare;
  return {
    left,
    top,
    width,
    height,
    shares,
    hasNumbers,
    canvasWidth: left + width + edge,
    canvasHeight: top + height + below,
  };
}

/**
 * One frame.
 * @param {Context} context @param {Panel} panel @param {PlotLayout} layout @param {PanelTheme} theme
 * @param {OffscreenCanvas} base @param {{ active: Pair | null, locked: Pair | null }} given
 */
export function drawPanel(context, panel, layout, theme, base, { active, locked }) {
  const { left, top, width, height } = layout;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.drawImage(base, left, top);
  context.lineWidth = devicePixelRatio;
  context.strokeStyle = theme.edge;
  context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
  drawOutliers(context, panel, layout, theme);
  if (panel.square && active === null && locked === null) drawDistance(context, panel, layout, theme);
  const pairs = samePair(active, locked) ? [active] : [locked, active];
  for (const [i, pair] of pairs.entries()) {
    drawMarks(context, panel, layout, theme, pair, (i === pairs.length - 1 ? 1.5 : 1) * devicePixelRatio);
  }
  const marked = pairs.map((pair) => marksOf(panel, pair)).reverse();
  drawTicks(context, panel, layout, theme, marked);
  drawLabel(context, theme, capitalised(panel.column_axis), left + width / 2, top + height + 2.5 * theme.letters, {
    align: "center",
    width,
  });
  if (!layout.hasNumbers) return;
  drawLabel(context, theme, capitalised(panel.row_axis), 0.8 * theme.letters, top + height / 2, {
    align: "center",
    turned: true,
    width: height,
  });
}

/**
 * Dashes along all pairs of one distance, whose numbers stand above the picture.
 * @param {Context} context @param {Panel} panel @param {PlotLayout} plotLayout @param {PanelTheme} theme
 */
function drawDistance(context, { rows }, { left, top, width, height }, theme) {
  const apart = Math.min(APART, rows - 1);
  const [from, to] = [(apart + 0.5) / rows, 1 - (apart + 0.5) / rows];
  const dash = 7 * devicePixelRatio;
  for (const { colour, thick, dashes } of [
    { colour: theme.paper, thick: 4, dashes: [] },
    { colour: theme.text, thick: 2, dashes: [dash, dash] },
  ]) {
    context.strokeStyle = colour;
    context.lineWidth = thick * devicePixelRatio;
    context.setLineDash(dashes);
    context.beginPath();
    context.moveTo(left + from * width, top + (0.5 / rows) * height);
    context.lineTo(left + (1 - 0.5 / rows) * width, top + to * height);
    context.stroke();
  }
  context.setLineDash([]);
}

/**
 * A ring round every value that is far beyond the colours.
 * @param {Context} context @param {Panel} panel @param {PlotLayout} plotLayout @param {PanelTheme} theme
 */
function drawOutliers(context, panel, { left, top, width, height }, theme) {
  context.strokeStyle = theme.text;
  context.lineWidth = 1.5 * devicePixelRatio;
  for (const [row, column] of panel.outliers) {
    const x = left + ((column + 0.5) * width) / panel.columns;
    const y = top + ((row + 0.5) * height) / panel.rows;
    context.beginPath();
    context.arc(x, y, 0.35 * theme.letters, 0, 2 * Math.PI);
    context.stroke();
  }
}

/**
 * Frames round rows and columns: the first position's solid, the second's dashed.
 * @param {Context} context @param {Panel} panel @param {PlotLayout} plotLayout @param {PanelTheme} theme
 * @param {Pair | null} pair @param {number} thick
 */
function drawMarks(context, panel, { left, top, width, height }, theme, pair, thick) {
  const { rows, columns } = marksOf(panel, pair);
  const dashes = [5 * devicePixelRatio, 3 * devicePixelRatio];
  for (const row of rows) {
    const [start, tall] = spanOf(row, panel.rows, height);
    context.setLineDash(row !== pair?.first ? dashes : []);
    drawOutline(context, theme, left, top + start, width, tall, thick);
  }
  for (const column of columns) {
    const [start, wide] = spanOf(column, panel.columns, width);
    context.setLineDash(dashes);
    drawOutline(context, theme, left + start, top, wide, height, thick);
  }
  context.setLineDash([]);
}

/** Where a cell begins, and how long it is. @param {number} place @param {number} count @param {number} size */
export function spanOf(place, count, size) {
  const start = Math.round((place * size) / count);
  return [start, Math.max(1, Math.round(((place + 1) * size) / count) - start)];
}

/**
 * @param {Context} context @param {Panel} panel @param {PlotLayout} plotLayout @param {PanelTheme} theme
 * @param {Marks[]} marked
 */
function drawTicks(context, panel, { left, top, width, height, hasNumbers }, theme, marked) {
  const { letters } = theme;
  context.font = fontOf(theme, 700);
  const wide = context.measureText(String(panel.columns - 1)).width + 0.7 * letters;
  /**
   * @type {{ axis: "rows" | "columns", size: number, room: number, at: (along: number) => [number, number], align:
   *   "right" | "center" }[]}
   */
  const sides = [
    {
      axis: "rows",
      size: height,
      room: LABEL_HEIGHT * letters,
      at: (y) => [left - 0.6 * letters, top + y],
      align: "right",
    },
    { axis: "columns", size: width, room: wide, at: (x) => [left + x, top + height + 1.05 * letters], align: "center" },
  ];
  for (const { axis, size, room, at: offset, align } of hasNumbers ? sides : sides.slice(1)) {
    const pitch = size / panel[axis];
    const marks = marked.flatMap((each) => each[axis]);
    /** @type {number[]} */
    const drawn = [];
    const fits = (/** @type {number} */ place) => drawn.every((other) => Math.abs(place - other) * pitch >= room);
    for (const place of [...marks, ...ticksOf(panel[axis], pitch, 1.5 * room)]) if (fits(place)) drawn.push(place);
    context.fillStyle = theme.edge;
    for (const place of drawn) {
      const middle = (place + 0.5) * pitch;
      const options = { marked: marks.includes(place), align };
      drawLabel(context, theme, String(place), ...offset(middle), options);
      const long = Math.round(0.3 * letters);
      if (axis === "rows") context.fillRect(left - long, top + Math.floor(middle), long, devicePixelRatio);
      else context.fillRect(left + Math.floor(middle), top + height, devicePixelRatio, long);
    }
  }
}

/** Round numbers, as many as have room. @param {number} count @param {number} pitch @param {number} room */
export function ticksOf(count, pitch, room) {
  const least = room / pitch;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const step = [1, 2, 5].map((times) => times * power).find((each) => each >= least) ?? 10 * power;
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
}

/**
 * The cell at a point of a canvas, or null.
 * @param {Panel} panel @param {Area} area @param {number} x @param {number} y
 */
export function cellAt(panel, { left, top, width, height }, x, y) {
  const row = Math.floor(((y - top) * panel.rows) / height);
  const column = Math.floor(((x - left) * panel.columns) / width);
  const isIn = row >= 0 && row < panel.rows && column >= 0 && column < panel.columns;
  return isIn ? { row, column } : null;
}

/** @param {Pair | null} pair @param {Pair | null} other */
export function samePair(pair, other) {
  return pair?.first === other?.first && pair?.second === other?.second;
}

// Vectors as strips, one cell a number, and numbers as bars from a line; rows of them with names left and results right.

import { drawLabel, longestWidth } from "../canvas/drawing.js";
import { fixed } from "../canvas/wording.js";
import { levelOf } from "./reading.js";

/**
 * @import { Area, Context } from "../canvas/drawing.js"
 * @import { BuildingView, Target } from "./layer_building.js"
 */

/** @typedef {ReturnType<typeof rowsOf>[number]} StripRow */
/** @typedef {(place: number, text: string) => Partial<Target>} Describe */

/**
 * Rows one below the other: each takes a share of the height, and of that a gap above it stays empty. Names stand left of
 * them, results right.
 * @param {BuildingView} view @param {Area} area @param {string[]} names @param {string[]} results
 * @param {number[]} shares @param {number[]} [gaps]
 */
export function rowsOf(view, area, names, results, shares, gaps = shares.map(() => 0)) {
  const context = view.building;
  const isNarrow = area.width < 560 * devicePixelRatio;
  const { letters } = view.theme;
  const left = isNarrow ? 0 : longestWidth(context, view.theme, names, 0.3 * area.width) + letters;
  const right = isNarrow ? 0 : longestWidth(context, view.theme, results, 0.24 * area.width) + letters;
  const total = shares.reduce((sum, share) => sum + share, 0);
  let top = area.top;
  return shares.map((share, row) => {
    const unit = area.height / total;
    const gap = gaps[row] * unit;
    const over = gap + (isNarrow ? 1.5 * letters : 0);
    const place = {
      left: area.left + left,
      top: top + over,
      width: area.width - left - right,
      height: gap + 0.78 * (share * unit - gap) - over,
    };
    top += share * unit;
    return { ...place, gap, name: names[row], result: results[row], isNarrow, area };
  });
}

/**
 * The name and the result of a row.
 * @param {Context} context @param {BuildingView} view @param {StripRow} row @param {{ marked?: boolean }} [given]
 */
export function labelRow(context, view, row, { marked = false } = {}) {
  const { theme } = view;
  const { letters } = theme;
  if (row.isNarrow) {
    const y = row.top - 0.75 * letters;
    drawLabel(context, theme, row.name, row.area.left, y, { align: "left" });
    drawLabel(context, theme, row.result, row.area.left + row.area.width, y, { marked });
    return;
  }
  const y = row.top + row.height / 2;
  drawLabel(context, theme, row.name, row.left - 0.6 * letters, y, { width: row.left - row.area.left - 0.6 * letters });
  drawLabel(context, theme, row.result, row.left + row.width + 0.6 * letters, y, { align: "left", marked });
}

/**
 * Numbers as cells, coloured around zero; each is a target that `describe` gives its text and level to.
 * @param {Context} context @param {BuildingView} view @param {StripRow} row @param {Float32Array} values
 * @param {number} largest @param {Describe} describe
 */
export function drawStrip(context, view, row, values, largest, describe) {
  const cell = row.width / values.length;
  values.forEach((value, place) => {
    context.fillStyle = colourOf(view.diverging[Math.min(Math.max(levelOf(value, largest), 0), 255)]);
    const start = Math.round(row.left + place * cell);
    context.fillRect(start, row.top, Math.round(row.left + (place + 1) * cell) - start, row.height);
  });
  context.strokeStyle = view.theme.text;
  context.globalAlpha = 0.35;
  context.lineWidth = devicePixelRatio;
  context.strokeRect(row.left, row.top, row.width, row.height);
  context.globalAlpha = 1;
  addCells(view, row, values, describe);
}

/**
 * Numbers as bars up and down from a line.
 * @param {Context} context @param {BuildingView} view @param {StripRow} row @param {Float32Array} values
 * @param {Describe} describe @param {string[]} [colours]
 */
export function drawBars(context, view, row, values, describe, colours) {
  const { theme } = view;
  const [above, below] = colours ?? [theme.accent, theme.hues[1]];
  const highest = Math.max(0, ...values);
  const span = highest - Math.min(0, ...values) || 1;
  const line = row.top + (highest / span) * row.height;
  const cell = row.width / values.length;
  values.forEach((value, place) => {
    context.fillStyle = value < 0 ? below : above;
    const end = line - (value / span) * row.height;
    const gap = Math.min(0.15 * cell, 3 * devicePixelRatio);
    context.fillRect(row.left + place * cell + gap, Math.min(line, end), cell - 2 * gap, Math.abs(end - line));
  });
  context.fillStyle = theme.text;
  context.globalAlpha = 0.6;
  context.fillRect(row.left, line - 0.5 * devicePixelRatio, row.width, devicePixelRatio);
  context.globalAlpha = 1;
  addCells(view, row, values, describe);
}

/** @param {BuildingView} view @param {StripRow} row @param {Float32Array} values @param {Describe} describe */
function addCells(view, row, values, describe) {
  const cell = row.width / values.length;
  for (let place = 0; place < values.length; place += 1) {
    const target = { left: row.left + place * cell, top: row.top, width: cell, height: row.height };
    view.targets.push({ ...target, ...describe(place, fixed(values[place], 3)) });
  }
}

/** @param {...Float32Array} vectors */
export function largestIn(...vectors) {
  let largest = 0;
  for (const vector of vectors) for (const value of vector) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/** @param {number} pixel */
function colourOf(pixel) {
  return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
}

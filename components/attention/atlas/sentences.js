// What is on the canvases, said in words.

import { capitalised, fixed, tokenName } from "../../widgets/canvas/wording.js";

/**
 * @import { GridCell } from "../../widgets/canvas/grid.js"
 * @import { Matrix, Trace } from "./weights.js"
 */

/** "layer 3, head 2". @param {Trace} trace @param {number} panel */
export function panelName(trace, panel) {
  const columns = trace.columns.length;
  const names = [trace.rows[Math.floor(panel / columns)], trace.columns[panel % columns]];
  return names
    .map((name, axis) => `${trace.axes[axis]} ${name}`.trim())
    .filter((name) => name !== "")
    .join(", ");
}

/**
 * The panel with its label, which is about most sentences and need not hold for the row on the screen.
 * @param {Trace} trace @param {number} panel
 */
export function panelTitle(trace, panel) {
  const label = trace.labels.get(panel);
  const name = capitalised(panelName(trace, panel));
  return label ? `${name} · usually ${label}` : name;
}

/**
 * A weight in percent, rounded as in the finding above the atlas, with a decimal only where that would be 0; "about"
 * where it was rounded on its way here, "up to" where it stands for a block.
 * @param {number} weight @param {Matrix["known"]} known
 */
function weightText(weight, known) {
  const percent = 100 * weight;
  const digits = known === "exact" && percent < 0.95 ? 1 : 0;
  if (known === "exact" && weight === 0) return "0%";
  if (percent < 0.5 * 10 ** -digits) return `less than ${fixed(10 ** -digits, digits)}%`;
  return `${{ exact: "", rounded: "about ", reduced: "up to about " }[known]}${fixed(percent, digits)}%`;
}

/**
 * The finding: a cell, a row, a column, or the panel's strongest weight.
 * @param {Trace} trace @param {number} panel @param {Matrix} matrix @param {number[]} shown
 * @param {GridCell | null} cell
 */
export function finding(trace, panel, matrix, shown, cell) {
  const where = ` (${panelName(trace, panel)})`;
  const place = new Map(shown.map((position, index) => [position, index]));
  const query = place.get(cell?.query ?? -1);
  const key = place.get(cell?.key ?? -1);
  if (query !== undefined && key !== undefined) return `${pairText(trace, matrix, shown, query, key) + where}.`;
  if (query !== undefined) return `${rowText(trace, matrix, shown, query) + where}.`;
  if (key !== undefined) return `${columnText(trace, matrix, shown, key) + where}.`;
  const strongest = indexOfLargest(matrix.weights);
  const pair = pairText(trace, matrix, shown, Math.floor(strongest / matrix.size), strongest % matrix.size);
  return `${panelTitle(trace, panel)}. Largest weight: ${pair}.`;
}

/** @param {Trace} trace @param {Matrix} matrix @param {number[]} shown @param {number} query @param {number} key */
function pairText(trace, matrix, shown, query, key) {
  const weight = weightText(matrix.weights[query * matrix.size + key], matrix.known);
  const to = query === key ? "itself" : tokenName(trace, shown[key]);
  return `${tokenName(trace, shown[query])} puts ${weight} of its attention on ${to}`;
}

/** @param {Trace} trace @param {Matrix} matrix @param {number[]} shown @param {number} query */
function rowText(trace, matrix, shown, query) {
  const row = matrix.weights.subarray(query * matrix.size, (query + 1) * matrix.size);
  return `${tokenName(trace, shown[query])} attends most to ${strongestText(trace, matrix, shown, row)}`;
}

/** @param {Trace} trace @param {Matrix} matrix @param {number[]} shown @param {number} key */
function columnText(trace, matrix, shown, key) {
  const column = Float32Array.from(shown, (_, i) => matrix.weights[i * matrix.size + key]);
  return `${tokenName(trace, shown[key])} receives most from ${strongestText(trace, matrix, shown, column)}`;
}

/** @param {Trace} trace @param {Matrix} matrix @param {number[]} shown @param {Float32Array} weights */
function strongestText(trace, matrix, shown, weights) {
  const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a]).slice(0, 3);
  return order.map((i) => `${tokenName(trace, shown[i])} ${weightText(weights[i], matrix.known)}`).join(", then ");
}

/** @param {Float32Array} weights */
function indexOfLargest(weights) {
  let best = 0;
  for (let i = 1; i < weights.length; i += 1) if (weights[i] > weights[best]) best = i;
  return best;
}

// What the bytes hold: panels of numbers, described in components/positions/tables/panels.py; in front of them stand this
// element's own settings. A pair is { first, second }, two positions.
//
// A square panel has a row and a column for every position. A table has a row for every position.

import { jsonAt } from "../../widgets/canvas/bytes.js";

/** @import { PanelsView } from "./position_panels.js" */

/**
 * A matrix of numbers.
 *
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} [meaning]
 * @property {string} [measured] How its numbers came about.
 * @property {number} rows
 * @property {number} columns
 * @property {string} row_axis
 * @property {string} column_axis
 * @property {boolean} square
 * @property {boolean} diverging
 * @property {number} low Of the scale of colours.
 * @property {number} high
 * @property {[number, number][]} outliers Their rows and columns.
 * @property {Float32Array} values
 */
/** @typedef {{ first: number, second: number }} Pair Two positions. */
/** @typedef {{ trace: string, panels: Panel[], count: number }} PanelsTrace */

/**
 * Settings and panels. Throws where the bytes are not panels.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {{ settings: { initial: Pair | null, begun: unknown }, trace: PanelsTrace }}
 */
export function opened(bytes) {
  const [settings, settingsEnd] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, settingsEnd);
  let offset = start;
  /** @type {Omit<Panel, "values">[]} */
  const described = header.panels;
  const panels = described.map((panel) => {
    const end = offset + 4 * panel.rows * panel.columns;
    if (end > bytes.length) throw new Error(`expected ${panel.rows} × ${panel.columns} numbers`);
    const values = new Float32Array(bytes.slice(offset, end).buffer); // copied: floats have to begin at a fourth byte
    offset = end;
    return { ...panel, values };
  });
  const count = Math.max(1, ...panels.map(({ rows }) => rows));
  return { settings, trace: { trace: header.trace, panels, count } };
}

/** @param {Panel} panel @param {number} row @param {number} column */
export function valueAt({ values, columns }, row, column) {
  return values[row * columns + column];
}

/**
 * The rows and columns that a pair marks in a panel; what a shorter panel does not have is left out.
 * @param {Panel} panel @param {Pair | null} pair
 */
export function marksOf(panel, pair) {
  if (pair === null) return { rows: [], columns: [] };
  const { first, second } = pair;
  if (panel.square) return { rows: within([first], panel.rows), columns: within([second], panel.columns) };
  const rows = first === second ? [first] : [first, second];
  return { rows: within(rows, panel.rows), columns: [] };
}

/** @param {number[]} places @param {number} count */
function within(places, count) {
  return places.filter((place) => place < count);
}

/**
 * The pair that a cell of a panel stands for; a table leaves the other position where it was.
 * @param {Panel} panel @param {{ row: number, column: number }} given @param {Pair | null} before
 */
export function pairAt(panel, { row, column }, before) {
  if (panel.square) return { first: row, second: column };
  return { first: row, second: before?.second ?? row };
}

/** What is looked at: what the mouse is on, else the keyboard, else what is locked. @param {PanelsView} view */
export function lookedAt(view) {
  return view.hover ?? view.cursor ?? view.lock;
}

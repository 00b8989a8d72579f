// What the bytes hold, and what is left of it after hiding tokens. The bytes are described in
// components/attention/tables/atlas.py; in front of them stand this element's own settings. A panel is known by its number,
// row * columns + column, and a token by its position.

import { jsonAt } from "../../widgets/canvas/bytes.js";

/**
 * @typedef {object} Trace
 * @property {string} trace Its name.
 * @property {string[]} tokens
 * @property {Set<string>} [repeated] As `tokenName` has it.
 * @property {number} count Of its tokens.
 * @property {[string, string]} axes
 * @property {string[]} rows
 * @property {string[]} columns
 * @property {number[] | null} segments
 * @property {number} chosen The panel to begin with.
 * @property {Set<number>} special
 * @property {Map<number, string>} labels Of panels.
 * @property {number} block How many tokens a byte is about, in each direction.
 * @property {number} side Of a panel of bytes.
 * @property {Uint8Array} levels
 * @property {Map<number, Float32Array>} exact The weights of panels, as far as they are known.
 */
/**
 * The weights between the tokens that are shown, and how well they are known.
 * @typedef {{ weights: Float32Array, known: "exact" | "rounded" | "reduced", size: number }} Matrix
 */
/**
 * @typedef {{ initial: { panel: [number, number] | null, query: number | null, key: number | null } | null, begun:
 *   unknown, address: string | null, view: "grid" | "arcs", hide: boolean }} AtlasSettings
 */

// The weight that each byte stands for.
export const DECODED = Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** 2);

/**
 * Settings and trace. Throws where the bytes are not an atlas.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {{ settings: AtlasSettings, trace: Trace }}
 */
export function opened(bytes) {
  const [settings, settingsEnd] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, settingsEnd);
  const { side, block, rows, columns, tokens } = header;
  /** @type {[number, number, string][]} */
  const labels = header.labels;
  const count = tokens.length;
  const end = start + rows.length * columns.length * side * side;
  const chosen = header.chosen[0] * columns.length + header.chosen[1];
  const whole = header.exact === "all" ? [...Array(rows.length * columns.length).keys()] : [chosen];
  const size = 4 * count * count;
  const trace = {
    ...header,
    side,
    block,
    count,
    chosen,
    special: new Set(header.special),
    labels: new Map(labels.map(([row, column, text]) => [row * columns.length + column, text])),
    levels: bytes.subarray(start, end),
    exact: new Map(
      whole.map((panel, i) => [panel, floats(bytes.slice(end + i * size, end + (i + 1) * size).buffer, count)]),
    ),
  };
  return { settings, trace };
}

/**
 * One panel's exact weights. Throws where they are not as many as they should be.
 * @param {ArrayBuffer} buffer @param {number} count
 */
export function floats(buffer, count) {
  if (buffer.byteLength !== 4 * count * count) throw new Error(`expected ${count} × ${count} weights`);
  return new Float32Array(buffer);
}

/**
 * How well the weights of a panel are known: "exact", "rounded" to a byte, or "reduced" to the maxima of blocks.
 * @param {Trace} trace @param {number} panel
 * @returns {Matrix["known"]}
 */
function knownAs(trace, panel) {
  if (trace.exact.has(panel)) return "exact";
  return trace.block === 1 ? "rounded" : "reduced";
}

/** Positions of the tokens that are shown; all, should hiding leave none. @param {Trace} trace @param {boolean} hide */
export function shownTokens(trace, hide) {
  const all = trace.tokens.map((_, position) => position);
  const positions = hide ? all.filter((position) => !trace.special.has(position)) : all;
  return positions.length > 0 ? positions : all;
}

/**
 * The weights of a panel between the tokens that are shown, row by row, and how well they are `known`.
 * @param {Trace} trace @param {number} panel @param {number[]} shown
 * @returns {Matrix}
 */
export function matrixOf(trace, panel, shown) {
  const known = knownAs(trace, panel);
  const exact = trace.exact.get(panel);
  const size = shown.length;
  // As they came, for the first picture of a long sentence: a copy of a quarter of a million numbers takes time.
  if (exact && size === trace.count) return { weights: exact, known, size };
  const weights = new Float32Array(size * size);
  const { side, block, count } = trace;
  const start = panel * side * side;
  const cells = Int32Array.from(shown, (position) => (exact ? position : Math.floor(position / block)));
  for (let i = 0; i < size; i += 1) {
    const from = exact ? cells[i] * count : start + cells[i] * side;
    for (let j = 0; j < size; j += 1) {
      weights[i * size + j] = exact ? exact[from + cells[j]] : DECODED[trace.levels[from + cells[j]]];
    }
  }
  return { weights, known, size };
}

/**
 * The bytes to colour a panel of the atlas by, and how many make a side. Reduced ones stay whole.
 * @param {Trace} trace @param {number} panel @param {number[]} shown
 * @returns {[Uint8Array, number]}
 */
export function panelLevels(trace, panel, shown) {
  const { side } = trace;
  const whole = trace.levels.subarray(panel * side * side, (panel + 1) * side * side);
  if (trace.block > 1 || shown.length === trace.count) return [whole, side];
  const size = shown.length;
  const levels = new Uint8Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) levels[i * size + j] = whole[shown[i] * side + shown[j]];
  }
  return [levels, size];
}

// What the bytes hold, and what is left of it after hiding tokens and scaling rows. The bytes are described in
// components/attention/tables/atlas.py; in front of them stand this element's own settings. A panel is known by its number,
// row * columns + column, and a token by its position.

import { jsonAt } from "../../widgets/canvas/bytes.js";

// The weight that each byte stands for.
export const DECODED = Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** 2);

/** Settings and trace. Throws where the bytes are not an atlas. */
export function opened(bytes) {
  const [settings, settingsEnd] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, settingsEnd);
  const { side, block, rows, columns, tokens } = header;
  const count = tokens.length;
  const end = start + rows.length * columns.length * side * side;
  const chosen = header.chosen[0] * columns.length + header.chosen[1];
  const trace = {
    ...header,
    side,
    block,
    count,
    chosen,
    special: new Set(header.special),
    labels: new Map(header.labels.map(([row, column, text]) => [row * columns.length + column, text])),
    scores: new Map(header.labels.map(([row, column, , score]) => [row * columns.length + column, score])),
    levels: bytes.subarray(start, end),
    exact: new Map([[chosen, floats(bytes.slice(end, end + 4 * count * count).buffer, count)]]),
  };
  return { settings, trace };
}

/** One panel's exact weights. Throws where they are not as many as they should be. */
export function floats(buffer, count) {
  if (buffer.byteLength !== 4 * count * count) throw new Error(`expected ${count} × ${count} weights`);
  return new Float32Array(buffer);
}

/** How well the weights of a panel are known: "exact", "rounded" to a byte, or "reduced" to the maxima of blocks. */
function knownAs(trace, panel) {
  if (trace.exact.has(panel)) return "exact";
  return trace.block === 1 ? "rounded" : "reduced";
}

/** Positions of the tokens that are shown; all, should hiding leave none. */
export function shownTokens(trace, hide) {
  const all = trace.tokens.map((_, position) => position);
  const positions = hide ? all.filter((position) => !trace.special.has(position)) : all;
  return positions.length > 0 ? positions : all;
}

/**
 * The weights of a panel between the tokens that are shown, row by row, and how well they are `known`; where rows are
 * scaled, `left` is what each one summed to. Maxima of blocks have no sums, so they are never scaled.
 */
export function matrixOf(trace, panel, shown, renormalise) {
  const known = knownAs(trace, panel);
  const size = shown.length;
  // As they came, for the first picture of a long sentence: a copy of a quarter of a million numbers takes time.
  if (known === "exact" && size === trace.count && !renormalise) {
    return { weights: trace.exact.get(panel), known, size, renormalised: false };
  }
  const weights = new Float32Array(size * size);
  const left = new Float32Array(size);
  const { side, block, count } = trace;
  const exact = trace.exact.get(panel);
  const start = panel * side * side;
  const cells = Int32Array.from(shown, (position) => (exact ? position : Math.floor(position / block)));
  for (let i = 0; i < size; i += 1) {
    const from = exact ? cells[i] * count : start + cells[i] * side;
    let sum = 0;
    for (let j = 0; j < size; j += 1) {
      const weight = exact ? exact[from + cells[j]] : DECODED[trace.levels[from + cells[j]]];
      weights[i * size + j] = weight;
      sum += weight;
    }
    left[i] = sum;
    if (renormalise && known !== "reduced" && sum > 0) {
      for (let j = 0; j < size; j += 1) weights[i * size + j] /= sum;
    }
  }
  return { weights, left, known, size, renormalised: renormalise && known !== "reduced" };
}

/** The bytes to colour a panel of the atlas by, and how many make a side. Reduced ones stay whole. */
export function panelLevels(trace, panel, shown, renormalise) {
  const { side } = trace;
  const whole = trace.levels.subarray(panel * side * side, (panel + 1) * side * side);
  if (trace.block > 1 || shown.length === trace.count) return [whole, side];
  const size = shown.length;
  const levels = new Uint8Array(size * size);
  for (let i = 0; i < size; i += 1) {
    let sum = 0;
    for (let j = 0; j < size; j += 1) {
      const level = whole[shown[i] * side + shown[j]];
      levels[i * size + j] = level;
      sum += DECODED[level];
    }
    if (!renormalise || sum === 0) continue;
    const scale = 1 / Math.sqrt(sum); // the bytes hold square roots
    for (let j = 0; j < size; j += 1) levels[i * size + j] = Math.min(255, Math.round(levels[i * size + j] * scale));
  }
  return [levels, size];
}

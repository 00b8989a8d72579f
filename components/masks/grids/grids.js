// What the bytes hold: two grids of weights with their masks, which token of one is which of the other, and how far each
// word reaches. The bytes are described in components/masks/tables/grids.py; in front of them stand this element's own
// settings. A side is 0 for the left grid, 1 for the right one.

import { jsonAt } from "../../widgets/canvas/bytes.js";

/**
 * One grid. Where a token stands in the text, `starts` and `ends`, is null for those that the tokenizer added.
 *
 * @typedef {object} Grid
 * @property {string} title
 * @property {string[]} tokens
 * @property {(number | null)[]} starts
 * @property {(number | null)[]} ends
 * @property {number} count Of its tokens.
 * @property {Set<number>} special
 * @property {Set<number>} padding
 * @property {Float32Array} weights Shape: (query, key).
 * @property {Float32Array | null} prefixes The weights after each token, where the later ones change them.
 * @property {Uint8Array} allowed 1 where a query may see a key.
 */
/**
 * Both grids; for each the other's token that stands for the same; and how much of each is read after every step.
 * @typedef {{ trace: string, grids: Grid[], partners: (number | null)[][], readings: number[][] }} GridsTrace
 */
/** @typedef {{ row: number | null, column: number | null, step: number | null }} GridsChoice */

/**
 * Settings and both grids. Throws where the bytes are not two grids.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {{ settings: { initial: GridsChoice | null, begun: unknown }, trace: GridsTrace }}
 */
export function opened(bytes) {
  const [settings, settingsEnd] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, settingsEnd);
  /**
   * @type {(Pick<Grid, "title" | "tokens" | "starts" | "ends"> & { special: number[], padding: number[], prefixes:
   *   boolean })[]}
   */
  const described = header.grids;
  let offset = start;
  const take = (/** @type {number} */ length) => {
    offset += length;
    if (offset > bytes.length) throw new Error("expected weights and mask of two grids");
    return bytes.slice(offset - length, offset); // copied, because numbers of four bytes have to begin at a multiple of four
  };
  const weights = described.map(({ tokens }) => new Float32Array(take(4 * tokens.length ** 2).buffer));
  const cubes = described.map(({ tokens, prefixes }) =>
    prefixes ? new Float32Array(take(4 * tokens.length ** 3).buffer) : null,
  );
  const allowed = described.map(({ tokens }) => take(tokens.length ** 2));
  const grids = described.map((grid, side) => ({
    ...grid,
    count: grid.tokens.length,
    special: new Set(grid.special),
    padding: new Set(grid.padding),
    weights: weights[side],
    prefixes: cubes[side],
    allowed: allowed[side],
  }));
  const [left, right] = grids;
  const trace = {
    trace: header.trace,
    grids,
    partners: [partnersOf(left, right), partnersOf(right, left)],
    readings: readingsOf(grids),
  };
  return { settings, trace };
}

/**
 * For each token of one grid the token of the other that stands for the same characters, or null.
 * @param {Grid} source @param {Grid} other
 */
function partnersOf(source, other) {
  const nth = (/** @type {Grid} */ grid, /** @type {number} */ position) =>
    grid.tokens.slice(0, position).filter((token) => token === grid.tokens[position]).length;
  return source.tokens.map((token, position) => {
    const [start, end] = [source.starts[position], source.ends[position]];
    if (start === null || end === null) {
      const added = [...other.tokens.keys()].filter((i) => other.starts[i] === null && other.tokens[i] === token);
      return added.find((i) => nth(other, i) === nth(source, position)) ?? null;
    }
    /** @type {number | null} */
    let best = null;
    let largest = 0;
    for (let i = 0; i < other.tokens.length; i += 1) {
      const [from, to] = [other.starts[i], other.ends[i]];
      if (from === null || to === null) continue;
      const shared = Math.min(end, to) - Math.max(start, from);
      if (shared > largest) [best, largest] = [i, shared];
    }
    return best;
  });
}

const LETTER_LAST = /[\p{L}\p{N}\p{M}]$/u;
const LETTER_FIRST = /^[\p{L}\p{N}\p{M}]/u;
const WORD_ALONE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Whether a token goes on with the word of the one before it: letters that touch, in a script that parts words.
 * @param {Grid} grid @param {number} position
 */
function goesOn({ tokens, starts, ends }, position) {
  if (position === 0 || starts[position] === null || starts[position] !== ends[position - 1]) return false;
  const token = tokens[position];
  return LETTER_LAST.test(tokens[position - 1]) && LETTER_FIRST.test(token) && !WORD_ALONE.test(token);
}

/**
 * How many tokens of each grid have been read after every step. A step ends where a word ends in both grids; what stands
 * for no characters comes with what is before it. The last step has all tokens.
 * @param {Grid[]} grids
 */
function readingsOf(grids) {
  const ends = grids.map(
    (grid) => grid.ends.flatMap((end, i) => (end === null || goesOn(grid, i + 1) ? [] : [end])), // of words
  );
  const cuts = [...new Set(ends[0])].filter((end) => ends[1].includes(end)).sort((a, b) => a - b);
  const counts = cuts.map((cut) => grids.map((grid) => readAt(grid, cut)));
  const all = grids.map(({ count }) => count);
  const before = counts.filter((count) => count.some((read, side) => read < all[side]));
  return [...before, all];
}

/** @param {Grid} grid @param {number} cut */
function readAt({ ends, count }, cut) {
  const later = ends.findIndex((end) => end !== null && end > cut);
  return later < 0 ? count : later;
}

/**
 * Whether what is chosen in one trace means the same in another.
 * @param {GridsTrace} trace @param {GridsTrace} other
 */
export function hasSameTokens(trace, other) {
  const known = (/** @type {GridsTrace} */ { grids }) =>
    JSON.stringify(grids.map(({ tokens, starts }) => [tokens, starts]));
  return known(trace) === known(other);
}

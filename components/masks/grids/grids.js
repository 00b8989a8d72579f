// What the bytes hold: two grids of weights with their masks, which token of one is which of the other, and how far each
// word reaches. The bytes are described in components/masks/tables/grids.py; in front of them stand this element's own
// settings. A side is 0 for the left grid, 1 for the right one.

import { jsonAt } from "../../widgets/canvas/bytes.js";

/** Settings and both grids. Throws where the bytes are not two grids. */
export function opened(bytes) {
  const [settings, settingsEnd] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, settingsEnd);
  let offset = start;
  const take = (length) => {
    offset += length;
    if (offset > bytes.length) throw new Error("expected weights and mask of two grids");
    return bytes.slice(offset - length, offset); // copied, because numbers of four bytes have to begin at a multiple of four
  };
  const weights = header.grids.map(({ tokens }) => new Float32Array(take(4 * tokens.length ** 2).buffer));
  const cubes = header.grids.map(({ tokens, prefixes }) =>
    prefixes ? new Float32Array(take(4 * tokens.length ** 3).buffer) : null,
  );
  const allowed = header.grids.map(({ tokens }) => take(tokens.length ** 2));
  const grids = header.grids.map((grid, side) => ({
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

/** For each token of one grid the token of the other that stands for the same characters, or null. */
function partnersOf(source, other) {
  const nth = (grid, position) =>
    grid.tokens.slice(0, position).filter((token) => token === grid.tokens[position]).length;
  return source.tokens.map((token, position) => {
    const [start, end] = [source.starts[position], source.ends[position]];
    if (start === null) {
      const added = [...other.tokens.keys()].filter((i) => other.starts[i] === null && other.tokens[i] === token);
      return added.find((i) => nth(other, i) === nth(source, position)) ?? null;
    }
    let best = null;
    let largest = 0;
    for (let i = 0; i < other.tokens.length; i += 1) {
      if (other.starts[i] === null) continue;
      const shared = Math.min(end, other.ends[i]) - Math.max(start, other.starts[i]);
      if (shared > largest) [best, largest] = [i, shared];
    }
    return best;
  });
}

const LETTER_LAST = /[\p{L}\p{N}\p{M}]$/u;
const LETTER_FIRST = /^[\p{L}\p{N}\p{M}]/u;
const WORD_ALONE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether a token goes on with the word of the one before it: letters that touch, in a script that parts words. */
function goesOn({ tokens, starts, ends }, position) {
  if (position === 0 || starts[position] === null || starts[position] !== ends[position - 1]) return false;
  const token = tokens[position];
  return LETTER_LAST.test(tokens[position - 1]) && LETTER_FIRST.test(token) && !WORD_ALONE.test(token);
}

/**
 * How many tokens of each grid have been read after every step. A step ends where a word ends in both grids; what stands
 * for no characters comes with what is before it. The last step has all tokens.
 */
function readingsOf(grids) {
  const ends = grids.map((grid) => {
    const words = [...grid.tokens.keys()].filter((i) => grid.ends[i] !== null && !goesOn(grid, i + 1));
    return words.map((i) => grid.ends[i]);
  });
  const cuts = [...new Set(ends[0])].filter((end) => ends[1].includes(end)).sort((a, b) => a - b);
  const counts = cuts.map((cut) => grids.map((grid) => readAt(grid, cut)));
  const all = grids.map(({ count }) => count);
  const before = counts.filter((count) => count.some((read, side) => read < all[side]));
  return [...before, all];
}

function readAt({ ends, count }, cut) {
  const later = ends.findIndex((end) => end !== null && end > cut);
  return later < 0 ? count : later;
}

/** Whether what is chosen in one trace means the same in another. */
export function hasSameTokens(trace, other) {
  const known = ({ grids }) => JSON.stringify(grids.map(({ tokens, starts }) => [tokens, starts]));
  return known(trace) === known(other);
}

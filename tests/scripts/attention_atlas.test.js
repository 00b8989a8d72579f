// What is left of attention weights after tokens are hidden and rows scaled.

import assert from "node:assert/strict";
import { test } from "node:test";

import { floats, matrixOf, opened, panelLevels, shownTokens } from "../../components/attention/atlas/weights.js";
import { payload } from "./payload.js";

const TOKENS = ["[CLS]", "river", "bank"];
const EXACT = Float32Array.from([0.5, 0.25, 0.25, 0.1, 0.6, 0.3, 0.2, 0.3, 0.5]);
const LEVELS = Uint8Array.from({ length: 18 }, (_, i) => Math.round(255 * Math.sqrt(EXACT[i % 9])));

function atlas(changes = {}) {
  const header = {
    trace: "a",
    axes: ["layer", "head"],
    rows: ["1"],
    columns: ["1", "2"],
    tokens: TOKENS,
    special: [0],
    segments: null,
    labels: [],
    chosen: [0, 1],
    side: 3,
    block: 1,
    ...changes,
  };
  const exact = header.tokens.length === 3 ? EXACT : new Float32Array(header.tokens.length ** 2);
  return opened(payload({ initial: null }, header, LEVELS, exact)).trace;
}

const sums = ({ weights, size }) =>
  Array.from({ length: size }, (_, i) => weights.slice(i * size, (i + 1) * size).reduce((sum, each) => sum + each, 0));

test("the chosen panel is exact, the others are right to half a byte of the square root", () => {
  const trace = atlas();
  assert.deepEqual([...matrixOf(trace, 1, [0, 1, 2], false).weights], [...EXACT]);
  const rounded = matrixOf(trace, 0, [0, 1, 2], false);
  assert.equal(rounded.known, "rounded");
  for (const [i, weight] of rounded.weights.entries()) assert.ok(Math.abs(weight - EXACT[i]) <= 1 / 255);
});

test("without special tokens rows keep what is left, and scaled ones sum to one", () => {
  const trace = atlas();
  const shown = shownTokens(trace, true);
  assert.deepEqual(shown, [1, 2]);
  const { left, ...plain } = matrixOf(trace, 1, shown, false);
  for (const [i, sum] of sums(plain).entries()) assert.ok(Math.abs(sum - left[i]) < 1e-6);
  for (const sum of sums(matrixOf(trace, 1, shown, true))) assert.ok(Math.abs(sum - 1) < 1e-6);
});

test("maxima of blocks are no weights, so they are never scaled", () => {
  const trace = atlas({ tokens: [...TOKENS, "!", "?", "."], block: 2, chosen: [0, 0] });
  trace.exact.clear();
  const matrix = matrixOf(trace, 1, [0, 1, 2, 3, 4, 5], true);
  assert.equal(matrix.known, "reduced");
  assert.equal(matrix.renormalised, false);
});

test("a sentence of special tokens alone is shown all the same", () => {
  assert.deepEqual(shownTokens(atlas({ special: [0, 1, 2] }), true), [0, 1, 2]);
});

test("small pictures show the tokens that the large one shows", () => {
  const trace = atlas();
  const [levels, side] = panelLevels(trace, 0, [1, 2], false);
  assert.equal(side, 2);
  assert.deepEqual(
    [...levels],
    [4, 5, 7, 8].map((i) => LEVELS[i]),
  );
});

test("weights that do not fit their tokens are refused", () => {
  assert.throws(() => floats(new ArrayBuffer(8), 3));
});

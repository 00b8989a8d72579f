// What is left of attention weights after tokens are hidden.

import assert from "node:assert/strict";
import { test } from "node:test";

import { floats, matrixOf, opened, panelLevels, shownTokens } from "../../components/attention/atlas/weights.js";
import { payload } from "./payload.js";

const TOKENS = ["[CLS]", "river", "bank"];
const EXACT = Float32Array.from([0.5, 0.25, 0.25, 0.1, 0.6, 0.3, 0.2, 0.3, 0.5]);
const LEVELS = Uint8Array.from({ length: 18 }, (_, i) => Math.round(255 * Math.sqrt(EXACT[i % 9])));

const HEADER = {
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
};

function atlas(changes = {}) {
  const header = { ...HEADER, ...changes };
  const exact = header.tokens.length === 3 ? EXACT : new Float32Array(header.tokens.length ** 2);
  return opened(payload({ initial: null }, header, LEVELS, exact)).trace;
}

test("the chosen panel is exact, the others are right to half a byte of the square root", () => {
  const trace = atlas();
  assert.deepEqual([...matrixOf(trace, 1, [0, 1, 2]).weights], [...EXACT]);
  const rounded = matrixOf(trace, 0, [0, 1, 2]);
  assert.equal(rounded.known, "rounded");
  for (const [i, weight] of rounded.weights.entries()) assert.ok(Math.abs(weight - EXACT[i]) <= 1 / 255);
});

test("every panel is exact where all travel whole", () => {
  const header = { ...HEADER, exact: "all" };
  const other = EXACT.map((weight) => weight / 2);
  const { trace } = opened(payload({ initial: null }, header, LEVELS, EXACT, other));
  for (const [panel, weights] of [EXACT, other].entries()) {
    const matrix = matrixOf(trace, panel, [0, 1, 2]);
    assert.equal(matrix.known, "exact");
    assert.deepEqual([...matrix.weights], [...weights]);
  }
});

test("without special tokens the other weights stay as they were", () => {
  const trace = atlas();
  const shown = shownTokens(trace, true);
  assert.deepEqual(shown, [1, 2]);
  assert.deepEqual(
    [...matrixOf(trace, 1, shown).weights],
    [4, 5, 7, 8].map((i) => EXACT[i]),
  );
});

test("a sentence of special tokens alone is shown all the same", () => {
  assert.deepEqual(shownTokens(atlas({ special: [0, 1, 2] }), true), [0, 1, 2]);
});

test("small pictures show the tokens that the large one shows", () => {
  const trace = atlas();
  const [levels, side] = panelLevels(trace, 0, [1, 2]);
  assert.equal(side, 2);
  assert.deepEqual(
    [...levels],
    [4, 5, 7, 8].map((i) => LEVELS[i]),
  );
});

test("weights that do not fit their tokens are refused", () => {
  assert.throws(() => floats(new ArrayBuffer(8), 3));
});

// Which token of one grid stands for which of the other, and how far both have been read.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hasSameTokens, opened } from "../../components/masks/grids/grids.js";
import { payload } from "./payload.js";

// “unhappy banks” as WordPiece with special tokens, and as one token a word without.
const LEFT = {
  tokens: ["[CLS]", "un", "happy", "banks", "[SEP]"],
  starts: [null, 0, 2, 8, null],
  ends: [null, 2, 7, 13, null],
};
const RIGHT = { tokens: ["unhappy", "banks"], starts: [0, 8], ends: [7, 13] };

function traceOf(...grids) {
  const header = { trace: "a", grids: grids.map((grid) => ({ special: [], padding: [], prefixes: false, ...grid })) };
  const numbers = grids.map(({ tokens }) => new Float32Array(tokens.length ** 2));
  const masks = grids.map(({ tokens }) => new Uint8Array(tokens.length ** 2).fill(1));
  return opened(payload({}, header, ...numbers, ...masks)).trace;
}

test("a token's partner shares most of its characters, and a special token has one of its own kind or none", () => {
  assert.deepEqual(traceOf(LEFT, RIGHT).partners, [
    [null, 0, 0, 1, null],
    [2, 3],
  ]);
  assert.deepEqual(traceOf(LEFT, LEFT).partners[0], [0, 1, 2, 3, 4]);
});

test("a step ends where a word ends in both, and the last step has all tokens", () => {
  assert.deepEqual(traceOf(LEFT, RIGHT).readings, [
    [3, 1],
    [5, 2],
  ]);
});

test("reading goes forward only", () => {
  for (const trace of [traceOf(LEFT, RIGHT), traceOf(RIGHT, LEFT), traceOf(LEFT, LEFT)]) {
    for (const side of [0, 1]) {
      const counts = trace.readings.map((reading) => reading[side]);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => a - b),
      );
      assert.equal(counts.at(-1), trace.grids[side].count);
    }
  }
});

test("bytes that are too few are refused", () => {
  const header = {
    trace: "a",
    grids: [LEFT, RIGHT].map((grid) => ({ special: [], padding: [], prefixes: false, ...grid })),
  };
  assert.throws(() => opened(payload({}, header, new Float32Array(3))));
});

test("other weights of the same tokens are the same tokens", () => {
  assert.ok(hasSameTokens(traceOf(LEFT, RIGHT), traceOf(LEFT, RIGHT)));
  assert.ok(!hasSameTokens(traceOf(LEFT, RIGHT), traceOf(RIGHT, LEFT)));
});

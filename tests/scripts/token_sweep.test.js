// Several tiles at once: which ones a sweep takes, and what becomes of their masks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sweptMasks, tilesBetween } from "../../components/widgets/token_strip/sweep.js";

test("a sweep takes both ends and all between them, in either direction", () => {
  const tiles = ["a", "b", "c", "d", "e"];
  assert.deepEqual(tilesBetween(tiles, { from: 1, to: 3 }), ["b", "c", "d"]);
  assert.deepEqual(tilesBetween(tiles, { from: 3, to: 1 }), ["b", "c", "d"]);
  assert.deepEqual(tilesBetween(tiles, { from: 4, to: 4 }), ["e"]);
});

test("a sweep masks all, and unmasks only where all were masked; others keep their masks", () => {
  const masked = new Set([2, 3, 9]);
  assert.deepEqual([...sweptMasks(masked, [1, 2])].sort(), [1, 2, 3, 9]);
  assert.deepEqual([...sweptMasks(masked, [2, 3])], [9]);
  assert.deepEqual([...masked], [2, 3, 9]);
});

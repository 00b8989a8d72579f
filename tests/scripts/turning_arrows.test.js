// A query and a key that turn: where they come to, and where their names stand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { laterBy, moved, namePlaces, rotated } from "../../components/positions/arrows/turning_arrows.js";

test("a quarter turn takes the first axis to the second, and keeps the length", () => {
  const [x, y] = rotated([3, 4], Math.PI / 2);
  assert.ok(Math.abs(x + 4) < 1e-12 && Math.abs(y - 3) < 1e-12);
});

test("one arrow goes as far as there are positions, and both keep their distance", () => {
  assert.deepEqual(moved({ m: 3, n: 5 }, "query", 9, 10), { m: 10, n: 5 });
  assert.deepEqual(moved({ m: 3, n: 5 }, "key", -9, 10), { m: 3, n: 0 });
  assert.deepEqual(moved({ m: 3, n: 5 }, "both", 9, 10), { m: 8, n: 10 });
  assert.deepEqual(moved({ m: 3, n: 5 }, "both", -9, 10), { m: 0, n: 2 });
});

test("the same pair later is drawn where it is far round, also of pairs that turn fast or hardly", () => {
  assert.equal(laterBy(1), 2);
  assert.equal(laterBy(0.1), 18);
  assert.equal(laterBy(0.001), 64);
  assert.equal(laterBy(2 * Math.PI - 0.5), 4); // backwards
});

test("names stand on the side of their arrows, and never on each other", () => {
  const apart = namePlaces([
    [1, 0],
    [-1, 0],
  ]);
  assert.deepEqual(
    apart.map(({ side }) => side),
    [1, -1],
  );
  for (const arrows of [
    [
      [1, 0],
      [1, 0.01],
    ],
    [
      [1, 0.01],
      [1, 0],
    ],
    [
      [0.1, 1],
      [0.2, 1],
    ],
  ]) {
    const [first, other] = namePlaces(arrows);
    assert.ok(Math.abs(first.y - other.y) > 0.39);
    assert.equal(first.y <= other.y, arrows[0][1] / arrows[0][0] >= arrows[1][1] / arrows[1][0]);
  }
});

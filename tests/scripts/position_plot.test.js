// Where a matrix of positions lies on its canvas, and which numbers stand beside it.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { cellAt, plotLayout, samePair, spanOf, ticksOf } from "../../components/positions/panels/plot.js";

before(() => Object.assign(globalThis, { devicePixelRatio: 1, innerHeight: 1000 }));

const PANEL = { rows: 100, columns: 100, square: true };
const ONE = { width: 900, gap: 14, enlarged: 1, abreast: 1, numbered: true, numbers: 1 };
const layoutOf = (panel, given) =>
  plotLayout(panel, { letters: 10 }, { measureText: (text) => ({ width: 6 * text.length }) }, { ...ONE, ...given });

test("a square has equal sides, a table the width that there is", () => {
  const square = layoutOf(PANEL, {});
  assert.equal(square.width, square.height);
  const table = layoutOf({ ...PANEL, square: false }, {});
  assert.ok(table.width > table.height);
  assert.equal(table.canvasWidth, 900);
});

test("panels abreast share the width with their gaps, whichever have numbers", () => {
  const numbered = [true, false, false];
  const three = numbered.map((has) => layoutOf({ ...PANEL, square: false }, { abreast: 3, numbered: has, numbers: 1 }));
  assert.equal(new Set(three.map(({ width }) => width)).size, 1);
  const whole = three.reduce((sum, { canvasWidth }) => sum + canvasWidth, 2 * ONE.gap);
  assert.ok(whole <= 900 && whole > 890, `${whole}`);
});

test("a point is in the cell that is drawn there, and beside the picture in none", () => {
  const area = { left: 10, top: 20, width: 200, height: 100 };
  assert.deepEqual(cellAt(PANEL, area, 10, 20), { row: 0, column: 0 });
  assert.deepEqual(cellAt(PANEL, area, 209, 119), { row: 99, column: 99 });
  for (const [x, y] of [
    [9, 50],
    [210, 50],
    [50, 19],
    [50, 120],
  ])
    assert.equal(cellAt(PANEL, area, x, y), null);
});

test("frames of all cells cover the picture, and none is thinner than a pixel", () => {
  const spans = Array.from({ length: 7 }, (_, place) => spanOf(place, 7, 100));
  spans.forEach(([start, size], place) => {
    assert.equal(start + size, spans[place + 1]?.[0] ?? 100);
  });
  assert.equal(spanOf(3, 400, 100)[1], 1);
});

test("ticks are round numbers, as many as have room", () => {
  assert.deepEqual(ticksOf(5, 30, 20), [0, 1, 2, 3, 4]);
  assert.deepEqual(ticksOf(10, 10, 45), [0, 5]);
  assert.deepEqual(ticksOf(100, 1, 45), [0, 50]);
  assert.deepEqual(ticksOf(300, 1, 60), [0, 100, 200]);
});

test("pairs are the same by both positions, and no pair is like no other", () => {
  assert.ok(samePair({ first: 1, second: 2 }, { first: 1, second: 2 }) && samePair(null, null));
  assert.ok(!samePair({ first: 1, second: 2 }, { first: 2, second: 1 }) && !samePair({ first: 1, second: 2 }, null));
});

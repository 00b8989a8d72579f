// Points of the sense map, and pairs of positions: what a place on a canvas or a key leads to.

import assert from "node:assert/strict";
import { test } from "node:test";

import { marksOf, opened as openedPanels, pairAt, valueAt } from "../../components/positions/panels/matrices.js";
import { nearestPoint, opened as openedMap, placesAt, pointAfter } from "../../components/senses/map/points.js";
import { drawTies } from "../../components/senses/map/ties.js";
import { isFirstPlay } from "../../components/widgets/canvas/playing.js";
import { payload } from "./payload.js";

const CROSS = new Float32Array([0.5, 0.5, 0.1, 0.5, 0.9, 0.5, 0.5, 0.1, 0.5, 0.9]); // middle, left, right, top, bottom

test("places of a map are from 0 to 1, with y downwards", () => {
  const header = { texts: ["a", "b"], layers: ["0"], added: [] };
  const { points } = openedMap(payload({}, header, new Uint16Array([0, 0, 65535, 65535])));
  assert.deepEqual([...placesAt(points, 0)], [0, 1, 1, 0]);
});

test("an arrow key leads to the nearest point that way", () => {
  const keys = { ArrowLeft: 1, ArrowRight: 2, ArrowUp: 3, ArrowDown: 4 };
  for (const [key, point] of Object.entries(keys)) assert.equal(pointAfter(CROSS, 0, key), point);
  assert.equal(pointAfter(CROSS, 1, "ArrowLeft"), null);
  assert.equal(pointAfter(CROSS, 0, "a"), undefined);
});

test("Page Down reaches every point, also those in one place", () => {
  const same = new Float32Array(8).fill(0.5);
  const reached = [];
  for (let point = pointAfter(same, null, "PageDown"); point !== null; ) {
    reached.push(point);
    point = pointAfter(same, point, "PageDown");
  }
  assert.deepEqual(reached, [0, 1, 2, 3]);
});

test("the mouse finds the nearest point within reach", () => {
  const layout = { pad: 10, span: 100, drop: 100 };
  assert.equal(nearestPoint(CROSS, layout, 22, 60, 8), 1);
  assert.equal(nearestPoint(CROSS, layout, 40, 60, 8), null);
});

test("a pair marks a row and a column of a square, and rows of a table", () => {
  const square = { title: "s", rows: 3, columns: 3, square: true, row_axis: "position" };
  const table = { title: "t", rows: 3, columns: 2, square: false, row_axis: "position" };
  const panels = [square, table];
  const numbers = new Float32Array(9 + 6).map((_, i) => i);
  const { trace } = openedPanels(payload({}, { trace: "a", panels }, numbers));
  const pair = { first: 2, second: 1 };
  assert.deepEqual(marksOf(trace.panels[0], pair), { rows: [2], columns: [1] });
  assert.deepEqual(marksOf(trace.panels[1], pair), { rows: [2, 1], columns: [] });
  assert.equal(valueAt(trace.panels[0], 2, 1), 7);
  assert.equal(valueAt(trace.panels[1], 0, 0), 9);
  assert.equal(trace.count, 3);
  assert.deepEqual(pairAt(trace.panels[1], { row: 0, column: 1 }, pair), { first: 0, second: 1 });
  assert.throws(() => openedPanels(payload({}, { trace: "a", panels }, numbers.slice(1))));
});

test("a map plays by itself once per page and session, and never where the browser stores nothing", () => {
  const stored = new Map();
  const storage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
  Object.assign(globalThis, { sessionStorage: storage, location: { pathname: "/" } });
  assert.deepEqual([isFirstPlay("played"), isFirstPlay("played")], [true, false]);
  location.pathname = "/which-bank";
  assert.deepEqual([isFirstPlay("played"), isFirstPlay("played")], [true, false]);
  storage.getItem = () => {
    throw new Error("refused");
  };
  location.pathname = "/elsewhere";
  assert.equal(isFirstPlay("played"), false);
});

test("lines are drawn in the layer whose neighbours they lead to, or in every layer where none is named", () => {
  globalThis.devicePixelRatio = 1;
  const linesAt = (layer, voting, places = [10, 0, 0, 10, 0, 0]) => {
    const ends = new Set();
    const context = { beginPath() {}, moveTo() {}, lineTo: (x, y) => ends.add(`${x} ${y}`), stroke() {} };
    drawTies(context, {
      points: { added: new Set([2]), label: [0, 1, -1] },
      places: new Float32Array(places),
      voters: [0, 1],
      voting,
      left: null,
      layer,
      theme: { hues: ["a", "b"], shapes: ["a", "b"] },
      layout: { pad: 0, span: 1, drop: 1, radius: 1 },
    });
    return ends.size;
  };
  assert.deepEqual([linesAt(6, 6), linesAt(2, 6), linesAt(0, null)], [2, 0, 2]);
  assert.equal(linesAt(6, 6, [10, 0, 1, 1, 0, 0]), 1); // the other would lie under the ring of the own mark
});

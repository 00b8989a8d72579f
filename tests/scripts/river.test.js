import assert from "node:assert/strict";
import { test } from "node:test";
import { alongOf, courseOf, layerAt, placesAtEnds, pointAt } from "../../components/senses/river/course.js";
import {
  differingWords,
  ghostsOf,
  heightOf,
  isSameRiver,
  openedRiver,
  orderIn,
  partingLayer,
  sideName,
  sideOf,
} from "../../components/senses/river/threads.js";
import { payload } from "./payload.js";

const FIELDS = {
  kind: "river",
  map: "a",
  layers: ["before layer 1", "layer 1"],
  word: "bank",
  senses: ["money", "river"],
  signs: [-1, 1, 0],
  texts: ["One.", "Two.", "Mine was mud."],
  spans: [
    [0, 3],
    [0, 3],
    [0, 4],
  ],
  nearest: [[[0], [1]]],
  margins: [0, 0.1],
};

function river(heights, fields = {}) {
  return openedRiver(payload({}, { ...FIELDS, ...fields }, new Float32Array(heights))).threads;
}

const SIZE = { wide: 1000, high: 400, letters: 16, names: { word: 60, senses: 80, layers: 40 } };

test("heights are read layer by layer, and own threads by their sign", () => {
  const threads = river([0.1, 0.2, 0.3, -0.5, 0.5, 0.05]);
  assert.equal(heightOf(threads, 1, 1), 0.5);
  assert.deepEqual(threads.added, [2]);
  assert.deepEqual(orderIn(threads, 1), [1, 2, 0]);
  assert.throws(() => river([0.1, 0.2]));
});

test("a thread near the middle is undecided, and others are on a side", () => {
  const threads = river([0, 0, 0, -0.5, 0.5, 0.05]);
  assert.deepEqual(
    [0, 1, 2].map((thread) => sideName(threads, sideOf(threads, thread, 1))),
    ["money", "river", "undecided"],
  );
});

test("the sentence before stays as a ghost, with the words that differ", () => {
  const before = river([0, 0, 0.1, -0.5, 0.5, 0.4]);
  const now = river([0, 0, 0.1, -0.5, 0.5, -0.4], { texts: ["One.", "Two.", "Mine was cash."] });
  assert.ok(isSameRiver(before, now));
  const [ghost] = ghostsOf(before, now);
  assert.deepEqual([ghost.was, ghost.is], ["mud", "cash"]);
  assert.ok(Math.abs(ghost.heights[1] - 0.4) < 1e-6);
  assert.equal(ghostsOf(before, before).length, 0);
  const another = river([0, 0, 0.1, -0.5, 0.5, -0.4], { texts: ["One.", "Two.", "We sat there and ate."] });
  assert.equal(ghostsOf(before, another).length, 0);
  assert.ok(!isSameRiver(before, river([0, 0, 0.1, -0.5, 0.5, 0.4], { texts: ["Other.", "Two.", "Mine."] })));
});

test("sentences that differ in many words are not compared word by word", () => {
  assert.deepEqual(differingWords("a b c d e", "v w x y z"), { was: "", is: "" });
  assert.deepEqual(differingWords("the bank", "the bank"), { was: "", is: "" });
  assert.deepEqual(differingWords("a big bank", "a bank"), { was: "big", is: "" });
});

test("threads part where they first differ, if they began together", () => {
  assert.equal(partingLayer([0, 0.3, 0.3], [0, -0.3, -0.3]), 1);
  assert.equal(partingLayer([0, 0.01, 0.3], [0, 0, -0.3]), 2);
  assert.equal(partingLayer([0.2, 0.3], [0, -0.3]), null);
  assert.equal(partingLayer([0, 0.01], [0, 0]), null);
});

for (const upright of [false, true])
  test(`every height lies on the canvas, ${upright ? "upright" : "lying"}`, () => {
    const threads = river([0.9, -0.2, 0, -0.5, 0.5, 0.4]);
    const course = courseOf(threads, [], { ...SIZE, upright });
    for (const height of [0.9, -0.5]) {
      const [x, y] = pointAt(course, alongOf(course, 1), height);
      assert.ok(x >= 0 && x <= SIZE.wide && y >= 0 && y <= SIZE.high, `${x}, ${y}`);
    }
    for (const layer of [0, 1]) assert.equal(layerAt(course, ...pointAt(course, alongOf(course, layer), 0.1)), layer);
    const [, low] = pointAt(course, 0, -0.5);
    const [, high] = pointAt(course, 0, 0.5);
    if (!upright) assert.ok(high < low);
  });

test("numbers stand at the ends of their threads, and none lies on another", () => {
  const threads = river([0.9, -0.2, 0, -0.5, 0.5, 0.4]);
  for (const upright of [false, true]) {
    const course = courseOf(threads, [], { ...SIZE, upright });
    const size = 40;
    const end = pointAt(course, alongOf(course, 1), 0.4);
    const places = placesAtEnds(
      course,
      [
        [0, 0.4],
        [0.1, 0.4],
        [0, 0.41],
        [0, -0.5],
      ],
      size,
    );
    assert.deepEqual(places[0], end);
    assert.deepEqual(places[3], pointAt(course, alongOf(course, 1), -0.5));
    for (const [i, [x, y]] of places.entries())
      for (const [across, along] of places.slice(0, i))
        assert.ok(Math.hypot(x - across, y - along) >= size, `${upright}`);
  }
});

// What the building reads from bytes, and how it counts numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { floorAfter, placeAfter } from "../../components/widgets/layer_building/choosing_boxes.js";
import { cursorAfter, isOutside, targetAt } from "../../components/widgets/layer_building/level_picture.js";
import {
  levelAbove,
  levelName,
  levelOfBox,
  levelOfFloor,
  trailOf,
} from "../../components/widgets/layer_building/levels.js";
import { columnAt, machineAt, machineLayout, pointedText } from "../../components/widgets/layer_building/machine.js";
import { cellOf, levelOf, placeOf, placeOfLargest, readPass } from "../../components/widgets/layer_building/reading.js";
import { ribbonMiddle } from "../../components/widgets/layer_building/ribbons.js";
import { payload } from "./payload.js";

const PASS = {
  trace: "a",
  tokens: ["x", "y"],
  floors: ["Embeddings", "Layer 1", "Vocabulary head"],
  keys: [["word"], ["query", "weights"], ["logits", "probabilities"]],
};
const FLOOR = {
  floor: 1,
  token: 0,
  boxes: [
    { key: "query", heads: 2, size: 4, columns: 2 },
    { key: "weights", heads: 2, size: 4, columns: 2 },
  ],
};

function readBytes() {
  const first = payload(FLOOR, {}, new Float32Array(0));
  const text = first.subarray(0, 4 + new DataView(first.buffer).getUint32(0, true));
  const numbers = new Float32Array([1, -3, 2, 0.5, 1, 0, 0.5, 0.5]);
  return readPass(payload({ initial: null }, PASS, text, new Uint8Array(numbers.buffer)));
}

test("a pass and its first floor are read", () => {
  const { pass, first } = readBytes();
  assert.equal(pass.streams, 2);
  assert.deepEqual([...first.boxes[0].values], [1, -3, 2, 0.5]);
  assert.deepEqual([...first.boxes[1].values], [1, 0, 0.5, 0.5]);
});

test("numbers are counted by head and index", () => {
  const [query] = readBytes().first.boxes;
  assert.equal(placeOfLargest(query), 1);
  assert.deepEqual(cellOf(query, 3), [1, 1]);
  assert.equal(placeOf(query, [1, 1]), 3);
  assert.equal(placeOf(query, [5, 1]), 1); // there is none: the largest
  assert.equal(placeOf(query, [0, 3]), 1);
});

test("zero has the page's colour, and what is masked, too", () => {
  assert.equal(levelOf(0, 4), 128);
  assert.equal(levelOf(-Infinity, 4), 128);
  assert.equal(levelOf(4, 4), 255);
  assert.equal(levelOf(-4, 4), 1);
});

test("places on the machine are floors from below, and keys stop at its edges", () => {
  const { pass, first } = readBytes();
  const layout = { left: 10, column: 20, pitch: 30 };
  assert.deepEqual(machineAt(layout, pass, 35, 70), { floor: 0, token: 1 });
  assert.equal(machineAt(layout, pass, 5, 70), undefined);
  const view = { pass, floor: 2, token: 0, shown: first, box: "query", place: 1 };
  assert.deepEqual(floorAfter(view, "ArrowUp", 1), { floor: 2, token: 0 });
  assert.deepEqual(floorAfter(view, "ArrowRight", 10), { floor: 2, token: 1 });
  assert.equal(floorAfter(view, "x", 1), undefined);
  assert.equal(placeAfter(view, "ArrowDown", 1), 3);
  assert.equal(placeAfter(view, "ArrowUp", 1), 1);
});

test("below the floors a token is found by its column", () => {
  const { pass } = readBytes();
  const layout = { left: 10, column: 20, pitch: 30 };
  assert.equal(columnAt(layout, pass, 35), 1);
  assert.equal(columnAt(layout, pass, 5), undefined);
  assert.equal(columnAt(layout, pass, 51), undefined);
});

test("names of tokens are turned only where they do not fit beside each other", () => {
  globalThis.devicePixelRatio = 1;
  const { pass, first } = readBytes();
  const turnedAt = (/** @type {number} */ width, /** @type {string[]} */ tokens) =>
    machineLayout(
      {
        pass: { ...pass, tokens, count: tokens.length },
        theme: { letters: 10, family: "x" },
        building: { measureText: (/** @type {string} */ text) => ({ width: 10 * text.length }) },
        level: "whole",
        shown: { ...first, way: { words: [] } },
        settings: {},
      },
      width,
      300,
    ).turned;
  assert.equal(turnedAt(370, ["accounts", "on", "it"]), false);
  assert.equal(turnedAt(280, ["accounts", "on", "it"]), true);
  assert.equal(turnedAt(370, ["accounts", "savings", "it"]), true); // of two neighbours both are long
  assert.equal(turnedAt(370, ["it", "on", "accounts"]), true); // beyond the last one there is no room
});

test("what the pointer is at is said with its number, and nothing where nothing is drawn", () => {
  const { pass } = readBytes();
  const shown = { token: 0, way: { weights: [[0.9, 0.1]], added: [[0.5, 0.25]], words: [] } };
  assert.match(pointedText({ pass, shown }, { floor: 1, token: 1 }), /^Layer 1: .*x.* 10\.0% .*y/);
  assert.match(pointedText({ pass, shown }, { floor: 1, token: 0 }), /0\.50 of its length from attention/);
  assert.equal(pointedText({ pass, shown }, { floor: 0, token: 1 }), "");
  assert.equal(pointedText({ pass, shown }, { floor: 2, token: 1 }), "");
});

const DEEP = { floor: 1, token: 0, cursor: null, hover: null, box: "weights", place: 3 };

test("every level leads back to the whole pass", () => {
  for (const level of ["attention", "head", "weight", "units", "sum", "answer", "numbers"]) {
    let above = level;
    for (let steps = 0; above !== "whole"; steps += 1) {
      assert.ok(steps < 4, level);
      above = levelAbove(above);
    }
  }
  assert.equal(levelAbove("whole"), undefined);
});

test("a level's name has its floor, its head and its word", () => {
  const { pass, first } = readBytes();
  const view = { ...DEEP, pass, shown: first, level: "weight" };
  const names = trailOf(view).map(({ name }) => name);
  assert.deepEqual(names.slice(0, 3), ["The whole pass", "Layer 1, attention", "head 2"]);
  assert.match(names[3], /y/);
  assert.match(levelName(view), /^Layer 1, attention, head 2, .*y.*: .*x/);
  assert.deepEqual(trailOf({ ...view, level: "whole" }), []);
  assert.equal(levelOfBox(view), "attention");
  assert.equal(levelOfFloor(pass, 0), "sum");
  assert.equal(levelOfFloor(pass, 2), "answer");
});

test("of targets above each other the smaller one is meant, of dots the nearer", () => {
  const row = { left: 0, top: 0, width: 100, height: 30 };
  const bead = { left: 40, top: 0, width: 20, height: 10 };
  const dots = [10, 14].map((left) => ({ left, top: 20, width: 8, height: 8 }));
  const view = { targets: [row, bead, ...dots] };
  assert.equal(targetAt(view, 50, 5), bead);
  assert.equal(targetAt(view, 50, 20), row);
  assert.equal(targetAt(view, 15, 24), dots[0]);
  assert.equal(targetAt(view, 17, 24), dots[1]);
  assert.equal(targetAt(view, 150, 5), undefined);
});

test("a ribbon runs from its foot to its end, halfway in the middle, and rises all the way", () => {
  const ribbon = { from: 10, foot: 100, to: 70, end: 0 };
  const middles = [100, 75, 50, 25, 0].map((y) => ribbonMiddle(ribbon, y));
  const expected = { 0: 10, 2: 40, 4: 70 };
  for (const [place, x] of Object.entries(expected)) assert.ok(Math.abs(middles[place] - x) < 0.01, `${middles}`);
  assert.ok(middles[1] > 10 && middles[1] < 40 && middles[3] > 40 && middles[3] < 70);
});

test("a target that is no rectangle is meant where it says so, and a click beside all of them is outside", () => {
  const ribbon = { left: 0, top: 90, width: 10, height: 10, away: (x) => (Math.abs(x - 50) < 12 ? 0 : Infinity) };
  const view = { targets: [ribbon] };
  globalThis.devicePixelRatio = 1;
  assert.equal(targetAt(view, 45, 10), ribbon);
  assert.equal(targetAt(view, 5, 95), undefined);
  assert.equal(isOutside(view, 45, 10), false);
  assert.equal(isOutside(view, 70, 10), true);
});

test("arrow keys go to the next target in their direction, and stay at an edge", () => {
  const targets = [0, 1, 2, 3].map((place) => ({
    left: 50 * (place % 2),
    top: 40 * Math.floor(place / 2),
    width: 40,
    height: 30,
  }));
  const view = { ...DEEP, targets, cursor: 0 };
  assert.equal(cursorAfter(view, [1, 0]), 1);
  assert.equal(cursorAfter(view, [0, 1]), 2);
  assert.equal(cursorAfter(view, [-1, 0]), 0);
  assert.equal(cursorAfter({ ...view, cursor: 3 }, [0, -1]), 1);
});

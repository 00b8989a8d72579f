// What the building reads from bytes, and how it counts numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { floorAfter, placeAfter } from "../../components/inside/building/choosing_boxes.js";
import { columnAt, machineAt, pointedText } from "../../components/inside/building/machine.js";
import { cellOf, levelOf, placeOf, placeOfLargest, readPass } from "../../components/inside/building/reading.js";
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

test("what the pointer is at is said with its number, and nothing where nothing is drawn", () => {
  const { pass } = readBytes();
  const shown = { token: 0, way: { weights: [[0.9, 0.1]], added: [[0.5, 0.25]], words: [] } };
  assert.match(pointedText({ pass, shown }, { floor: 1, token: 1 }), /^Layer 1: .*x.* gives 10\.0% .*y/);
  assert.match(pointedText({ pass, shown }, { floor: 1, token: 0 }), /0\.50 .*0\.25/);
  assert.equal(pointedText({ pass, shown }, { floor: 0, token: 1 }), "");
  assert.equal(pointedText({ pass, shown }, { floor: 2, token: 1 }), "");
});

// Trees over a sentence: what is said of a layer, and where words and arcs stand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arcHeight, arcPath, placeWords } from "../../components/probing/arcs/arc_layout.js";
import { arcName, isIn, layerSentence, treeSentence } from "../../components/probing/arcs/tree_arcs.js";

const words = [{ text: "Anna" }, { text: "saw" }, { text: "him" }];
const data = {
  words,
  layers: [
    [
      [0, 1],
      [1, 2],
    ],
    [
      [0, 2],
      [1, 2],
    ],
  ],
  gold: [
    [0, 1],
    [1, 2],
  ],
};

test("right arcs are counted, and none is called right without a parse", () => {
  assert.equal(layerSentence(data, 0), "Before layer 1: 2 of 2 arcs right");
  assert.equal(layerSentence(data, 1), "Layer 1: 1 of 2 arcs right");
  assert.equal(layerSentence({ ...data, gold: null }, 1), "Layer 1: 2 arcs");
});

test("the picture in words names every arc", () => {
  assert.equal(treeSentence(data, 1), "Layer 1: 1 of 2 arcs right. Anna – him, saw – him.");
  assert.equal(arcName(words, [0, 2]), "Anna – him");
  assert.ok(isIn(data.gold, [1, 2]) && !isIn(data.gold, [0, 2]));
});

test("words stand beside each other where they fit, and below each other where they do not", () => {
  const arcs = data.layers.flat();
  const line = placeWords([40, 30, 35], 600, 16, [arcs, data.gold]);
  assert.equal(line.upright, false);
  for (let i = 1; i < 3; i += 1) assert.ok(line.words[i].x > line.words[i - 1].x);
  const column = placeWords([40, 30, 35], 110, 16, [arcs, data.gold]);
  assert.equal(column.upright, true);
  for (let i = 1; i < 3; i += 1) assert.ok(column.words[i].y > column.words[i - 1].y);
});

test("no arc leaves the picture, however long the sentence", () => {
  for (const count of [2, 9, 50]) {
    for (const width of [300, 390, 1400]) {
      const arcs = [[0, count - 1], ...Array.from({ length: count - 1 }, (_, i) => [i, i + 1])];
      const layout = placeWords(Array(count).fill(48), width, 16, [arcs, arcs]);
      for (const arc of arcs) {
        for (const side of [1, -1]) {
          const [x0, y0, x1, y1, x2, y2, x3, y3] = arcPath(layout, arc, side)
            .match(/-?[\d.]+/g)
            .map(Number);
          const bulge = (a, b, c, d) => (a + 3 * b + 3 * c + d) / 8; // the middle of the curve
          const [x, y] = [bulge(x0, x1, x2, x3), bulge(y0, y1, y2, y3)];
          assert.ok(x >= 0 && x <= layout.width, `${count} words, ${width} pixels: x ${x}`);
          assert.ok(y >= 0 && y <= layout.height, `${count} words, ${width} pixels: y ${y} of ${layout.height}`);
        }
      }
    }
  }
});

test("longer arcs are higher, up to a limit", () => {
  assert.ok(arcHeight(2, 150) > arcHeight(1, 150));
  assert.equal(arcHeight(40, 150), 150);
});

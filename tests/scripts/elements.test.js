// Pieces of elements that need no page: tiles, cells of a grid, steps of a cut, a curve over checkpoints.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cutAt } from "../../components/input/cutting/cutting.js";
import { nextCell, rowSentence } from "../../components/patching/grid/patch_grid.js";
import { curveSentence } from "../../components/pretraining/checkpoints/checkpoints.js";
import { placeCurve } from "../../components/pretraining/checkpoints/curve_layout.js";
import { isLetter, tileAfter, unitsOf } from "../../components/widgets/token_strip/tile_keys.js";

test("keys lead from tile to tile and stop at the ends", () => {
  const reached = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Home", "End"].map((key) => tileAfter(key, 1, 3));
  assert.deepEqual(reached, [0, 0, 2, 2, 0, 2]);
  assert.deepEqual([tileAfter("ArrowLeft", 0, 3), tileAfter("ArrowRight", 2, 3)], [0, 2]);
  assert.equal(tileAfter("a", 1, 3), undefined);
});

test("letters of any script type over a tile; other keys do not", () => {
  for (const key of ["a", "É", "ж", "水"]) assert.ok(isLetter(key), key);
  for (const key of ["Enter", "F2", "1", " ", "."]) assert.ok(!isLetter(key), key);
});

test("characters beyond the first plane are two units of a box", () => {
  assert.equal(unitsOf("a😀b", 2), 3);
  assert.equal(unitsOf("abc", 2), 2);
});

test("keys lead to cells beside, and to none beyond an edge", () => {
  const cells = ["a", "b", "c", "d", "e", "f"];
  const grid = { querySelectorAll: () => cells };
  const from = (cell, ...keys) => keys.map((key) => nextCell(grid, cell, key, 3));
  assert.deepEqual(from("b", "ArrowLeft", "ArrowRight", "ArrowDown", "Home", "End"), ["a", "c", "e", "a", "c"]);
  assert.deepEqual(from("d", "ArrowLeft", "ArrowUp", "ArrowDown"), [undefined, "a", undefined]);
  assert.deepEqual(from("c", "ArrowRight", "Tab"), [undefined, null]);
});

test("a row of the grid names its two largest shares, and the blank as such", () => {
  const tokens = [
    { text: "the", blank: false },
    { text: "[MASK]", blank: true },
    { text: "bank", blank: false },
  ];
  const data = {
    tokens,
    layers: [0, 3],
    shares: [
      [0, 0, 0],
      [0.1, 0.25, 0.7],
    ],
  };
  assert.match(rowSentence(data, 1), /^Layer 3: 70% .*bank.*, 25% /);
  assert.ok(!rowSentence(data, 1).includes("[MASK]"));
});

test("a cut is shown at one of its steps, and without steps as a whole", () => {
  const steps = [{ caption: "first" }, { caption: "second" }];
  const word = { word: "banks", pieces: ["bank", "##s"], steps };
  assert.deepEqual(cutAt(word, 1), { last: 1, now: steps[1], caption: "second", place: "step 2 of 2" });
  assert.equal(cutAt(word, 9).now, steps[1]);
  assert.equal(cutAt(word, -1).now, steps[0]);
  const whole = cutAt({ ...word, steps: [] }, 0);
  assert.deepEqual([whole.last, whole.now], [0, undefined]);
  assert.match(whole.caption, /banks/);
});

const STEPS = [0.01, 0.2, 0.6].map((probability) => ({ probability }));

test("a curve goes from left to right, as high as its probabilities, below the next rule", () => {
  const { dots, rules, bottom, left, right, gap } = placeCurve(STEPS, 800, 16);
  assert.ok(dots.every((dot, place) => place === 0 || Math.abs(dot.x - dots[place - 1].x - gap) < 1e-9));
  assert.ok(dots[0].x > left && dots[2].x < right);
  assert.deepEqual(
    rules.map(({ text }) => text),
    ["0%", "25%", "50%", "75%"],
  );
  assert.equal(rules[0].y, bottom);
  assert.ok(dots[2].y < rules[2].y && dots[2].y > rules[3].y);
});

test("a curve of small probabilities has rules of its own", () => {
  const { rules, dots } = placeCurve([{ probability: 0.1 }], 800, 16);
  assert.deepEqual(
    rules.map(({ text }) => text),
    ["0%", "12.5%", "25%"],
  );
  assert.ok(dots[0].y > rules[1].y);
});

test("the curve in words has every checkpoint", () => {
  const steps = [
    { when: "at the start", figure: "1%" },
    { when: "after 10 steps", figure: "20%" },
  ];
  assert.match(curveSentence({ answer: "bank", steps }), /bank.*at the start 1%, after 10 steps 20%/);
});

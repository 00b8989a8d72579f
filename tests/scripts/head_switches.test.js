// What switching a head off costs: in words where cells are too narrow for numbers, and in colour.

import assert from "node:assert/strict";
import { test } from "node:test";

import { extremes, hueShare } from "../../components/attention/switches/head_switches.js";

test("the largest losses and gains are named, the largest first", () => {
  assert.equal(
    extremes({ bits: [0.2, -0.31, 1.926, 0.004, 0.5, 0.3, -0.1, 0.25], percent: [..."23456789"] }, 4),
    "Falls most without layer 1, head 3: 4%; layer 2, head 1: 6%; layer 2, head 2: 7%. " +
      "Rises most without layer 1, head 2: 3%; layer 2, head 3: 8%.",
  );
});

test("where nothing is lost, or nothing gained, no head is named for it", () => {
  assert.equal(extremes({ bits: [-0.5, 0.001], percent: ["5", "3"] }, 2), "Rises most without layer 1, head 1: 5%.");
  assert.equal(extremes({ bits: [0.5, -0.001], percent: ["1", "3"] }, 1), "Falls most without layer 1, head 1: 1%.");
  assert.equal(extremes({ bits: [0.001, -0.002], percent: ["3", "3"] }, 2), "No single head changes it much.");
});

test("a cell with a tenth of the largest change is seen, and more change is more colour", () => {
  assert.ok(hueShare(-0.2, 2) > 20);
  assert.equal(hueShare(0.2, 2), hueShare(-0.2, 2));
  assert.ok(hueShare(2, 2) > hueShare(1, 2));
  assert.equal(hueShare(0, 2), 0);
});

// What switching a head off costs: in words where cells are too narrow for numbers, and in colour.

import assert from "node:assert/strict";
import { test } from "node:test";

import { extremes, hueShare } from "../../components/attention/switches/head_switches.js";

test("the largest losses and gains are named, the largest first", () => {
  assert.equal(
    extremes([0.2, -0.31, 1.926, 0.004, 0.5, 0.3, -0.1, 0.25], 4),
    "Largest losses, in bits. Layer 1, head 3: 1.93; layer 2, head 1: 0.50; layer 2, head 2: 0.30. " +
      "Largest gains, in bits. Layer 1, head 2: 0.31; layer 2, head 3: 0.10.",
  );
});

test("where nothing is lost, or nothing gained, no head is named for it", () => {
  assert.equal(extremes([-0.5, 0.001], 2), "Largest gains, in bits. Layer 1, head 1: 0.50.");
  assert.equal(extremes([0.5, -0.001], 1), "Largest losses, in bits. Layer 1, head 1: 0.50.");
  assert.equal(extremes([0.001, -0.002], 2), "No head changes it by 0.01 bits.");
});

test("a cell with a tenth of the largest change is seen, and more change is more colour", () => {
  assert.ok(hueShare(-0.2, 2) > 20);
  assert.equal(hueShare(0.2, 2), hueShare(-0.2, 2));
  assert.ok(hueShare(2, 2) > hueShare(1, 2));
  assert.equal(hueShare(0, 2), 0);
});

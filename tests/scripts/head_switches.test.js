// What switching a head off costs, in colour.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hueShare } from "../../components/attention/switches/head_switches.js";

test("a cell with a tenth of the largest change is seen, and more change is more colour", () => {
  assert.ok(hueShare(-0.2, 2) > 20);
  assert.equal(hueShare(0.2, 2), hueShare(-0.2, 2));
  assert.ok(hueShare(2, 2) > hueShare(1, 2));
  assert.equal(hueShare(0, 2), 0);
});

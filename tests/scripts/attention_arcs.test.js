// Which weights have an arc: all of a chosen token's, and of all tokens' the larger ones.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawArcs, LEAST_ARC } from "../../components/attention/atlas/arcs.js";

const WEIGHTS = Float32Array.from([0.9, 0.084, 0.016, 0.004, 0.5, 0.496, 0, 0.01, 0.99]);
const trace = { tokens: ["she", "walked", "home"] };
const layout = { width: 600, height: 300, upright: 80, names: 80 };
const theme = { letters: 12, hues: ["blue"], text: "black", paper: "white", accent: "red" };

/** How many arcs are drawn, and what is written. */
function drawn({ active = null, locked = null }) {
  const made = { arcs: 0, texts: [] };
  const context = {
    canvas: { width: 600, height: 300 },
    ellipse: () => {
      made.arcs += 1;
    },
    fillText: (text) => made.texts.push(text),
    measureText: (text) => ({ width: 6 * text.length }),
  };
  const any = new Proxy(context, { get: (target, name) => target[name] ?? (() => {}) });
  const matrix = { weights: WEIGHTS, size: 3 };
  drawArcs(any, trace, layout, theme, { matrix, shown: [0, 1, 2], active, locked });
  return made;
}

globalThis.devicePixelRatio = 1;

test("every weight of a chosen token that is written has an arc, and 0% has none", () => {
  const first = drawn({ locked: { query: 0, key: null } });
  assert.deepEqual(first.texts.filter((text) => text.endsWith("%")).sort(), ["2%", "8%", "90%"]);
  assert.equal(first.arcs, 3);
  const second = drawn({ active: { query: 1, key: null } });
  assert.ok(second.texts.includes("<1%"));
  assert.equal(second.arcs, 3);
  const last = drawn({ locked: { query: 2, key: null } });
  assert.ok(last.texts.includes("0%"));
  assert.equal(last.arcs, 2);
});

test("without a chosen token the faint arcs are left out", () => {
  assert.equal(drawn({}).arcs, [...WEIGHTS].filter((weight) => weight >= LEAST_ARC).length);
});

// The map of the rooms: whatever a room is about is drawn, and its line ends in the drawing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LEFT, machinePicture, RIGHT, SHOWN } from "../../components/widgets/machine_map/machine_picture.js";

globalThis.document = /** @type {any} */ ({ createElementNS: () => ({ setAttribute() {} }) });

const PLANS = [
  [{ left: 60, top: 0, width: 200, height: 400 }, { left: 300, top: 200, width: 50, height: 100 }, 7, 6],
  [{ left: 20, top: 0, width: 40, height: 300 }, { left: 30, top: 320, width: 20, height: 50 }, 3, 6],
];

for (const [inner, small, columns, layers] of /** @type {any} */ (PLANS)) {
  const { shapes, anchors } = machinePicture({ inner, small, columns, layers, weight: 2 });

  test(`with ${columns} columns, every part is drawn and has an end for its line`, () => {
    for (const part of [...LEFT, ...RIGHT]) {
      const shown = SHOWN[part] ?? [part];
      for (const name of shown)
        assert.ok(
          shapes.some((each) => each.part === name),
          name,
        );
      const [x, y] = anchors[part];
      assert.ok(x >= 0 && x <= Math.max(inner.left + inner.width, small.left + small.width) + 0.5 * inner.width, part);
      assert.ok(y >= 0 && y <= Math.max(inner.top + inner.height, small.top + small.height), part);
    }
  });
}

test("lines to the machine itself do not cross each other on the way", () => {
  const [inner, small] = /** @type {any} */ (PLANS[0]);
  const { anchors } = machinePicture({ inner, small, columns: 7, layers: 6, weight: 2 });
  for (const side of [LEFT, RIGHT]) {
    const parts = side.filter((part) => anchors[part][0] < small.left);
    const heights = parts.map((part) => anchors[part][1]);
    assert.ok(parts.length > 4);
    assert.deepEqual(
      [...heights].sort((a, b) => a - b),
      heights,
    );
  }
});

test("smaller models have half the layers", () => {
  const [inner, small] = /** @type {any} */ (PLANS[0]);
  const { shapes } = machinePicture({ inner, small, columns: 7, layers: 6, weight: 2 });
  const count = (name) => shapes.filter(({ part }) => part === name).length;
  assert.equal(count("half"), count("layers") / 2);
});

// Colours, pixels and labels, without a canvas.

import assert from "node:assert/strict";
import { test } from "node:test";

import { channels, colourTable, labelled, levelsOf, paintSquare } from "../../components/widgets/canvas/drawing.js";
import { pointOn } from "../../components/widgets/canvas/pointer.js";

const GREYS = Uint32Array.from({ length: 256 }, (_, level) => level);

test("a colour table begins and ends with the colours that it was made from", () => {
  const table = colourTable([channels("#000000"), channels("#ff8000"), channels("#FFFFFF")]);
  const bytes = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255, pixel >>> 24];
  assert.deepEqual(bytes(table[0]), [0, 0, 0, 255]);
  assert.deepEqual(bytes(table[255]), [255, 255, 255, 255]);
  assert.equal(table.length, 256);
});

test("levels are even steps of the square root", () => {
  assert.deepEqual([...levelsOf([0, 0.25, 1, 1.2])], [0, 128, 255, 255]);
});

test("a pixel shows the largest of its cells, and no cell is lost", () => {
  for (const [count, size] of [
    [7, 3],
    [5, 5],
    [3, 7],
    [64, 10],
  ]) {
    const levels = Uint8Array.from({ length: count * count }, (_, i) => (i * 37) % 251);
    const pixels = new Uint32Array(size * size);
    paintSquare(pixels, size, 0, 0, size, levels, count, GREYS);
    const from = (p) => Math.floor((p * count) / size);
    const to = (p) => Math.max(from(p) + 1, from(p + 1));
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const cells = [];
        for (let i = from(y); i < to(y); i += 1) {
          for (let j = from(x); j < to(x); j += 1) cells.push(levels[i * count + j]);
        }
        assert.equal(pixels[y * size + x], Math.max(...cells), `pixel ${x}, ${y} of ${size} for ${count} cells`);
      }
    }
    assert.equal(Math.max(...pixels), Math.max(...levels));
  }
});

test("labels never overlap a marked one, and marked ones are always there", () => {
  for (const [count, pitch] of [
    [100, 3],
    [20, 30],
    [512, 0.5],
  ]) {
    const shown = labelled(count, pitch, 14, [7, 11]);
    assert.equal(shown[0], 7);
    const others = shown.filter((i) => i !== 7);
    assert.ok(others.every((i) => Math.abs(i - 7) * pitch >= 14 || pitch >= 14));
    assert.equal(new Set(shown).size, shown.length);
  }
});

test("the mouse is on the same pixel of a canvas that is shown smaller", () => {
  const shownAt = (width, height) => ({
    width: 800,
    height: 600,
    getBoundingClientRect: () => ({ left: 100, top: 50, width, height }),
  });
  assert.deepEqual(pointOn({ clientX: 300, clientY: 350, currentTarget: shownAt(400, 600) }), [400, 300]);
  assert.deepEqual(pointOn({ clientX: 300, clientY: 350, currentTarget: shownAt(800, 600) }), [200, 300]);
});

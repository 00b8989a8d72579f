// Colours, and a shape for each label: who cannot tell the hues apart can tell the shapes.

import { contextOf } from "../../widgets/canvas/drawing.js";

/** @import { Context, Theme } from "../../widgets/canvas/drawing.js" */

/** @typedef {{ shape: number, size: number, hue: string }} Look */
/** @typedef {ReturnType<typeof stamp>} Stamp */

/**
 * Corners of a star-like shape around 0, at these radii in turn, the first one upwards.
 * @param {number} corners @param {number[]} radii @param {number} [turn]
 */
function around(corners, radii, turn = 0) {
  return Array.from({ length: corners }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / corners - Math.PI / 2;
    const radius = radii[i % radii.length];
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** @param {number} turn */
function cross(turn) {
  const [arm, half] = [1.12, 0.4];
  const corners = [
    [-half, -arm],
    [half, -arm],
    [half, -half],
    [arm, -half],
    [arm, half],
    [half, half],
  ];
  const all = [...corners, ...corners.map(([x, y]) => [-x, -y])];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return all.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]);
}

// Corners for a radius of 1; null is the circle. About as large to the eye as one another.
const SHAPES = [
  null,
  around(4, [1.25], Math.PI / 4),
  around(3, [1.45]),
  around(4, [1.35]),
  cross(0),
  around(10, [1.5, 0.62]),
  around(3, [1.45], Math.PI),
  cross(Math.PI / 4),
  around(6, [1.15]),
];
const NO_LABEL = { shape: 0, size: 0.62 };
export const LARGEST = 1.6; // how far a shape reaches, in radii

/**
 * What a label looks like. Hues and shapes come round at different times, so that the pair stays its own.
 * @param {Theme} theme @param {number} label
 */
export function lookOf(theme, label) {
  if (label < 0) return { ...NO_LABEL, hue: `color-mix(in srgb, ${theme.text} 55%, ${theme.paper})` };
  return { shape: label % SHAPES.length, size: 1, hue: theme.hues[label % theme.hues.length] };
}

/** @param {Context} path @param {number} shape @param {number} x @param {number} y @param {number} radius */
function outline(path, shape, x, y, radius) {
  const corners = SHAPES[shape];
  if (corners === null) path.arc(x, y, radius, 0, 2 * Math.PI);
  else
    for (const [i, corner] of corners.entries())
      path[i ? "lineTo" : "moveTo"](x + radius * corner[0], y + radius * corner[1]);
  path.closePath();
}

/**
 * A mark, painted on a context: the shape with an edge of paper, so that two which overlap stay two. A ringed one is
 * the visitor's own.
 * @param {Context} context @param {Theme} theme @param {Look} look @param {number} x @param {number} y
 * @param {number} radius @param {{ ringed?: boolean }} [given]
 */
export function paintMark(context, theme, look, x, y, radius, { ringed = false } = {}) {
  const size = radius * look.size;
  const edge = Math.max(1, 0.22 * radius);
  context.lineJoin = "round";
  if (ringed) {
    for (const { colour, wide } of [
      { colour: theme.paper, wide: 3.2 * edge },
      { colour: theme.text, wide: 1.6 * edge },
    ]) {
      context.beginPath();
      context.arc(x, y, (LARGEST + 0.25) * radius, 0, 2 * Math.PI);
      context.strokeStyle = colour;
      context.lineWidth = wide;
      context.stroke();
    }
  }
  context.beginPath();
  outline(context, look.shape, x, y, size);
  context.strokeStyle = theme.paper;
  context.lineWidth = 2 * edge;
  context.stroke();
  context.fillStyle = look.hue;
  context.fill();
}

/**
 * A mark as a stamp for canvases of a width: where its pixels lie from its middle, and what colours they have.
 * Thousands of marks are put down anew in every frame; copying pixels takes a tenth of the time of painting.
 * The edge is paper, so a pixel is either there or not, and the marks stay smooth.
 * @param {Theme} theme @param {Look} look @param {number} radius @param {number} width
 * @param {{ ringed?: boolean }} options
 */
export function stamp(theme, look, radius, width, options) {
  const middle = Math.ceil((LARGEST + 0.9) * radius) + 1;
  const size = 2 * middle + 1;
  const context = contextOf(new OffscreenCanvas(size, size), { willReadFrequently: true });
  paintMark(context, theme, look, middle + 0.5, middle + 0.5, radius, options);
  const full = new Uint32Array(context.getImageData(0, 0, size, size).data.buffer);
  const inked = [...full.keys()].filter((i) => full[i] >>> 24 >= 128);
  return {
    offsets: Int32Array.from(inked, (i) => (Math.floor(i / size) - middle) * width + (i % size) - middle),
    colours: Uint32Array.from(inked, (i) => (full[i] | 0xff000000) >>> 0),
  };
}

/**
 * The mark of a label, to stand in a text.
 * @param {Theme} theme @param {number} label @param {{ ringed?: boolean }} [mark]
 */
export function swatch(theme, label, mark = {}) {
  const unit = devicePixelRatio;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(24 * unit);
  canvas.height = canvas.width;
  canvas.className = "swatch";
  canvas.ariaHidden = "true";
  const look = mark.ringed ? { ...lookOf(theme, -1), size: 1 } : lookOf(theme, label);
  paintMark(contextOf(canvas), theme, look, canvas.width / 2, canvas.width / 2, (mark.ringed ? 5 : 7) * unit, mark);
  return canvas;
}

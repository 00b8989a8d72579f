// The canvas: its size, and one frame. Sizes are in device pixels.

import { enlargement, redraw } from "../../widgets/canvas/canvas_widget.js";
import { themeOf } from "../../widgets/canvas/drawing.js";
import { layOutLegend } from "./legend.js";
import { move } from "./motion.js";
import { lookedAt, STEPS } from "./points.js";
import { LARGEST, lookOf, paintMark, stamp } from "./shapes.js";
import { updateTexts } from "./texts.js";
import { drawTies, drawWay } from "./ties.js";

/**
 * @import { Context } from "../../widgets/canvas/drawing.js"
 * @import { MapView } from "./sense_map.js"
 * @import { Stamp } from "./shapes.js"
 */

/** @typedef {{ width: number, side: number, radius: number, pad: number, span: number, drop: number }} MapLayout */

const CUSTOM_SIZE = 1.35;
const HEIGHT = 0.485; // the most, as a share of the window's
const LEAST_SIDE = 120; // pixels

/**
 * As wide as the figure, and as high as the window allows. The axes mean nothing by themselves, so the map is stretched to
 * fill it: `span` is its width without margins, `drop` its height.
 * @param {MapView} view
 */
export function layOut(view) {
  const { root, el, points } = view;
  const unit = devicePixelRatio;
  view.width = root.clientWidth;
  if (view.width === 0) return; // not on the screen
  view.theme = themeOf(root);
  layOutLegend(view);
  const width = Math.floor(unit * view.width);
  const high = enlargement(root) * Math.min(Math.max(HEIGHT * innerHeight, 320), 1000);
  const side = Math.floor(Math.min(width, unit * Math.max(high, LEAST_SIDE)));
  el.stage.style.setProperty("--width", `${width / unit}px`);
  el.stage.style.setProperty("--side", `${side / unit}px`);
  el.plot.width = width;
  el.plot.height = side;
  // Fewer points are larger; a shape below 3.4 pixels could no longer be told from another.
  const share = Math.min(1, side / unit / 460);
  const radius = unit * Math.max(3.4, share * Math.min(8, 90 / Math.sqrt(points.count)));
  const pad = Math.ceil(3.4 * CUSTOM_SIZE * radius);
  view.layout = { width, side, radius, pad, span: width - 2 * pad, drop: side - 2 * pad };
  makeStamps(view);
  drawPoints(view);
}

/** A stamp for each kind of mark, and the order in which points are drawn. @param {MapView} view */
function makeStamps(view) {
  const { points, theme, layout } = view;
  /** @type {Map<string, Stamp>} */
  const kinds = new Map();
  const stampOf = (/** @type {number} */ point) => {
    const marks = { ringed: points.added.has(point) };
    const kind = `${points.label[point]} ${marks.ringed}`;
    const radius = layout.radius * (marks.ringed ? CUSTOM_SIZE : 1);
    const made = kinds.get(kind) ?? stamp(theme, lookOf(theme, points.label[point]), radius, layout.width, marks);
    kinds.set(kind, made);
    return made;
  };
  view.stamps = Array.from({ length: points.count }, (_, point) => stampOf(point));
  // As if shuffled, always alike: in any other order one label would lie on top of the others. The visitor's own last.
  const place = Uint32Array.from({ length: points.count }, (_, point) => Math.imul(point + 1, 2654435761));
  const isCustom = (/** @type {number} */ point) => Number(points.added.has(point));
  view.order = [...place.keys()].sort(
    (first, other) => isCustom(first) - isCustom(other) || place[first] - place[other],
  );
  view.image = view.plot.createImageData(layout.width, layout.side);
}

/** Draws one frame, and the next one while points are moving. @param {MapView} view @param {number} now */
export function draw(view, now) {
  move(view, now);
  drawPoints(view);
  if (view.motion) redraw(view);
}

/** @param {MapView} view */
function drawPoints(view) {
  const { el, layout } = view;
  if (!layout) return;
  const { pad, span, drop, radius } = layout;
  const context = view.plot;
  const pixels = new Uint32Array(view.image.data.buffer);
  pixels.fill(0);
  drawMarks(view, pixels);
  context.putImageData(view.image, 0, 0);
  context.globalCompositeOperation = "destination-over"; // below the marks
  drawWay(context, view);
  context.globalCompositeOperation = "source-over";
  drawTies(context, view);
  if (view.point !== null) {
    drawTrail(context, view, view.point);
    drawPointOutline(context, view, view.point, 2.5 * devicePixelRatio);
  }
  const looked = lookedAt(view);
  if (looked !== null && looked !== view.point) drawPointOutline(context, view, looked, 1.5 * devicePixelRatio);
  updateTexts(view);
  // For whoever measures the canvas: where the points lie, in device pixels, and whether they stand still.
  Object.assign(el.plot.dataset, { pad, span, drop, radius, layer: view.layer, moving: view.motion !== null });
  view.root.dataset.drawn = view.points.map;
}

/** @param {MapView} view @param {Uint32Array} pixels */
function drawMarks(view, pixels) {
  const {
    places,
    stamps,
    order,
    layout: { width, pad, span, drop },
  } = view;
  for (const point of order) {
    const { offsets, colours } = stamps[point];
    const middle = Math.floor(pad + drop * places[2 * point + 1]) * width + Math.floor(pad + span * places[2 * point]);
    for (let i = 0; i < offsets.length; i += 1) pixels[middle + offsets[i]] = colours[i];
  }
}

/**
 * Where the locked point came from: its way through the layers up to this one, faint.
 * @param {Context} context @param {MapView} mapView @param {number} point
 */
function drawTrail(context, { points, places, layer, layout: { pad, span, drop }, theme }, point) {
  context.beginPath();
  for (let each = 0; each < layer; each += 1) {
    const start = 2 * (points.count * each + point);
    context.lineTo(pad + (span * points.steps[start]) / STEPS, pad + drop * (1 - points.steps[start + 1] / STEPS));
  }
  context.lineTo(pad + span * places[2 * point], pad + drop * places[2 * point + 1]);
  context.globalAlpha = 0.4;
  context.lineJoin = "round";
  context.lineWidth = 1.5 * devicePixelRatio;
  context.strokeStyle = theme.text;
  context.stroke();
  context.globalAlpha = 1;
}

/**
 * The mark again, on top of all others, with an outline that can be seen on any colour.
 * @param {Context} context @param {MapView} mapView @param {number} point @param {number} thick
 */
function drawPointOutline(context, { points, places, layout: { pad, span, drop, radius }, theme }, point, thick) {
  const isCustom = points.added.has(point);
  const x = Math.floor(pad + span * places[2 * point]) + 0.5;
  const y = Math.floor(pad + drop * places[2 * point + 1]) + 0.5;
  const large = radius * (isCustom ? CUSTOM_SIZE : 1.2);
  const reach = large * (LARGEST + (isCustom ? 0.7 : 0.1)) + thick;
  for (const { colour, wide } of [
    { colour: theme.paper, wide: 3 * thick },
    { colour: theme.text, wide: thick },
  ]) {
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.strokeRect(x - reach, y - reach, 2 * reach, 2 * reach);
  }
  paintMark(context, theme, lookOf(theme, points.label[point]), x, y, large, {
    ringed: isCustom,
  });
}

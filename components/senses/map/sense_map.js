// The element: what it remembers between runs, and what it takes in from Python.

import { mount, tell } from "../../widgets/canvas/canvas_widget.js";
import { contextOf } from "../../widgets/canvas/drawing.js";
import { answerOf, REST_MS } from "./locking.js";
import { listen } from "./map_input.js";
import { goTo, playIn, stop } from "./motion.js";
import { draw, layOut } from "./plot.js";
import { opened, placesAt } from "./points.js";
import { leftBehind } from "./ties.js";

/**
 * @import { CanvasView } from "../../widgets/canvas/canvas_widget.js"
 * @import { Context, Theme } from "../../widgets/canvas/drawing.js"
 * @import { Given } from "../../widgets/canvas/elements.js"
 * @import { MapLayout } from "./plot.js"
 * @import { Points } from "./points.js"
 * @import { Stamp } from "./shapes.js"
 */

/**
 * @typedef {{ plot: HTMLCanvasElement, layer: HTMLInputElement, play: HTMLElement, stage: HTMLElement, legend:
 *   HTMLElement, said: HTMLElement, news: HTMLElement }} MapParts
 */
/**
 * @typedef {object} MapState
 * @property {MapParts} el
 * @property {Context} plot
 * @property {Points} points
 * @property {string} initial
 * @property {number[]} voters Whose votes gave the visitor's sentence its meaning.
 * @property {number | null} voting The layer of the votes.
 * @property {number} layer
 * @property {number} [comesTo] The layer at which the first play ends.
 * @property {number | null} point The locked one.
 * @property {number | null} cursor Where the keyboard is.
 * @property {number | null} hover
 * @property {Float32Array[] | null} left Where the visitor's own sentence lay before, in every layer.
 * @property {Float32Array} places x and y of every point, from 0 to 1.
 * @property {{ from: Float32Array, to: Float32Array, start: number | null } | null} motion
 * @property {boolean} isPlaying
 * @property {Theme} theme
 * @property {MapLayout} layout Once it is on the screen.
 * @property {Stamp[]} stamps
 * @property {number[]} order In which points are drawn.
 * @property {ImageData} image
 */
/** @typedef {CanvasView & MapState} MapView */

const PARTS = ["plot", "layer", "play", "layer-name", "stage", "legend", "said", "news"];

/** @param {Given<Uint8Array<ArrayBuffer>>} element */
export default function (element) {
  return mount(element, { state: "view", parts: PARTS, create, listen, take, layOut, draw, answer: answerOf });
}

/** @param {HTMLElement} _root @param {MapParts} el @returns {Partial<MapView>} */
function create(_root, el) {
  return {
    plot: contextOf(el.plot),
    layer: 0,
    point: null,
    cursor: null,
    hover: null,
    left: null,
    motion: null,
    isPlaying: false,
  };
}

/**
 * Takes in what Python sent. What a visitor has done stays, unless it is about other sentences or Python says where to
 * go. The same sentences in another projection, or with some more at the end, are other bytes: where Python does not say
 * where to go it hears anew what is shown, because its last answer was about the map before.
 * @param {MapView} view @param {Uint8Array<ArrayBuffer>} bytes
 */
function take(view, bytes) {
  const { settings, points } = opened(bytes);
  const initial = JSON.stringify([settings.initial, settings.begun]);
  const before = view.points;
  const goesOn = before !== undefined && isContinuedBy(before, points);
  const isMoved = initial !== view.initial;
  const isNew = before?.map !== points.map;
  const { voters, voting } = settings;
  Object.assign(view, { bytes, points, initial, voters, voting });
  delete view.el.said.dataset.said; // the labels may be others
  view.el.layer.max = String(points.layers.length - 1);
  if (isNew) view.left = goesOn ? leftBehind(before, points) : null;
  if (!isNew && !isMoved) return;
  clearTimeout(view.tellTimer);
  view.layer = view.comesTo ?? view.layer; // new points end the first play where it was going
  stop(view);
  if (isMoved || !goesOn) {
    const { layer, point } = settings.initial ?? { layer: 0, point: null };
    view.layer = layer;
    view.point = point;
  }
  if (view.layer >= points.layers.length) view.layer = 0;
  if (view.point !== null && view.point >= points.count) view.point = null;
  view.cursor = null;
  view.hover = null;
  const isStill = !goesOn || before?.count !== points.count;
  if (isStill) view.places = placesAt(points, view.layer);
  goTo(view, view.layer);
  if (isStill) view.motion = null;
  // Where Python said to begin it takes the map to be: telling it would only make it run again, into the next click.
  const known = settings.initial ?? (goesOn ? null : view);
  view.told = known && answerOf({ ...known, points });
  tell(view, REST_MS);
  if (settings.plays && before === undefined) playIn(view);
}

/** Whether the points of a map keep their numbers in another one. @param {Points} before @param {Points} points */
function isContinuedBy(before, points) {
  const shared = Math.min(before.count, points.count);
  if (before.layers.length !== points.layers.length) return false;
  for (let i = 0; i < shared; i += 1) {
    if (before.added.has(i) && points.added.has(i)) continue; // the visitor's own glides to where its new words put it
    if (before.texts[i] !== points.texts[i] || before.spans[i][0] !== points.spans[i][0]) return false;
  }
  return true;
}

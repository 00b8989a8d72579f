// From one level to another the drawing zooms: the part that is opened grows until it fills the space, or shrinks back to
// its place.

import { contextOf } from "../canvas/drawing.js";
import { isStill } from "../canvas/playing.js";

/**
 * @import { Area, Context } from "../canvas/drawing.js"
 * @import { BuildingView, LevelPlace } from "./layer_building.js"
 */

/** @typedef {{ picture: OffscreenCanvas, frame: Area | null, from: LevelPlace, start: number | null }} Zoom */

const ZOOM_MS = 450;

/**
 * Keeps the picture as it is now, to start from; `before` and `after` are level, floor, and head and number.
 * @param {BuildingView} view @param {LevelPlace} before @param {LevelPlace} after
 */
export function startZoom(view, before, after) {
  const canvas = view.el.building;
  const isCanvas = after.level !== "numbers" && before.level !== "numbers"; // the canvas keeps its size
  if (isStill() || !isCanvas || canvas.width === 0 || view.targets.length === 0) return;
  const picture = new OffscreenCanvas(canvas.width, canvas.height);
  contextOf(picture).drawImage(canvas, 0, 0);
  view.zoom = { picture, frame: frameOf(view, after), from: before, start: null };
}

/**
 * Draws the way from the picture before to the one now; `draw` draws the latter.
 * @param {Context} context @param {BuildingView} view @param {Zoom} zoom @param {number} now
 * @param {(context: Context) => void} draw
 */
export function drawZoom(context, view, zoom, now, draw) {
  const { width, height } = context.canvas;
  zoom.start ??= now;
  const passed = Math.min((now - zoom.start) / ZOOM_MS, 1);
  const eased = passed * passed * (3 - 2 * passed);
  const fresh = new OffscreenCanvas(width, height);
  draw(contextOf(fresh));
  const whole = { left: 0, top: 0, width, height };
  const isIn = zoom.frame !== null;
  // Going out, the new picture is the one that holds a frame.
  const frame = zoom.frame ?? frameOf(view, zoom.from) ?? whole;
  const place = between(frame, whole, isIn ? eased : 1 - eased);
  const [outer, inner] = isIn ? [zoom.picture, fresh] : [fresh, zoom.picture];
  context.clearRect(0, 0, width, height);
  const scale = [place.width / frame.width, place.height / frame.height];
  context.globalAlpha = isIn ? 1 - eased : eased;
  const [left, top] = [place.left - frame.left * scale[0], place.top - frame.top * scale[1]];
  context.drawImage(outer, left, top, width * scale[0], height * scale[1]);
  context.globalAlpha = isIn ? eased : 1 - eased;
  context.drawImage(inner, place.left, place.top, place.width, place.height);
  context.globalAlpha = 1;
  if (passed === 1) view.zoom = null;
  return passed < 1;
}

/**
 * Where a level stands in the picture around it; null where it does not.
 * @param {BuildingView} view @param {LevelPlace} levelPlace
 */
function frameOf(view, { level, floor, cell }) {
  const [head, index] = cell;
  const target = view.targets.find(
    (each) =>
      each.level === level &&
      (each.floor ?? floor) === floor &&
      (each.head ?? head) === head &&
      (each.index ?? index) === index,
  );
  return target ? (target.frame ?? target) : null;
}

/** @param {Area} from @param {Area} to @param {number} share */
function between(from, to, share) {
  const mix = (/** @type {keyof Area} */ name) => from[name] + share * (to[name] - from[name]);
  return { left: mix("left"), top: mix("top"), width: mix("width"), height: mix("height") };
}

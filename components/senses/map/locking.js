// What is chosen, for Python to be told: the layer where the picture rests, and the locked point.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { announce, spoken } from "./texts.js";

/** @import { MapView } from "./sense_map.js" */

export const REST_MS = 400;

/**
 * Locks a point; null, or the one that is locked already, unlocks.
 * @param {MapView} view @param {number | null} point
 */
export function lock(view, point) {
  view.point = view.point === point ? null : point;
  delete view.el.said.dataset.said;
  announce(view, view.point === null ? "Unpinned" : spoken(view, view.point));
  tell(view);
  redraw(view);
}

/** @param {Pick<MapView, "points" | "layer" | "point">} pick */
export function answerOf({ points, layer, point }) {
  return JSON.stringify({ map: points.map, layer, point });
}

// What is chosen, for Python to be told: the layer where the picture rests, and the locked point.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { announce, spoken } from "./texts.js";

export const REST_MS = 400;

/** Locks a point; null, or the one that is locked already, unlocks. */
export function lock(view, point) {
  view.point = view.point === point ? null : point;
  delete view.el.said.dataset.said;
  announce(view, view.point === null ? "Unpinned" : spoken(view, point));
  tell(view);
  redraw(view);
}

export function answerOf({ points, layer, point }) {
  return JSON.stringify({ map: points.map, layer, point });
}

// The pass runs from the text to the answer: once when the room is opened, and when somebody presses Play.

import { redraw } from "../../widgets/canvas/canvas_widget.js";
import { isFirstPlay, isStill, showPlaying } from "../../widgets/canvas/playing.js";

const RISE_MS = 6000; // from the foot to the top

/** Plays by itself: once on a page in a browser session, and not where less motion is asked for. */
export function riseIn(view) {
  if (!isStill() && isFirstPlay("risen")) playPass(view);
}

export function playPass(view) {
  view.isPlaying = true;
  view.riseStart = null;
  view.risen = 0;
  showPlaying(view);
  redraw(view);
}

export function stopPass(view) {
  view.isPlaying = false;
  view.risen = null;
  showPlaying(view);
  redraw(view);
}

/** Moves on to a moment of the browser's clock; `risen` is in floors from the foot, and null at rest. */
export function riseOn(view, now) {
  if (view.risen === null) return;
  view.riseStart ??= now;
  view.risen = (view.pass.floors.length * (now - view.riseStart)) / RISE_MS;
  if (view.risen >= view.pass.floors.length) stopPass(view);
  else redraw(view);
}

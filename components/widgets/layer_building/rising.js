// The pass runs from the text to the answer: once when the room is opened, and when somebody presses Play.

import { redraw } from "../canvas/canvas_widget.js";
import { isFirstPlay, isStill, showPlaying } from "../canvas/playing.js";

/** @import { BuildingView } from "./layer_building.js" */

const RISE_MS = 6000; // from the foot to the top

const TOGETHER = "machines-play"; // tells machines beside each other to play, or to stop

/**
 * Plays by itself: once on a page in a browser session, and not where less motion is asked for.
 * @param {BuildingView} view
 */
export function riseIn(view) {
  const { still } = view.settings;
  if (!isStill() && isFirstPlay(still && !still.leads ? "risen-beside" : "risen")) playPass(view);
}

/** Plays or stops, with the machines beside it. @param {BuildingView} view */
export function togglePass(view) {
  if (view.settings.still) document.dispatchEvent(new CustomEvent(TOGETHER, { detail: !view.isPlaying }));
  else if (view.isPlaying) stopPass(view);
  else playPass(view);
}

/** Plays and stops with the machines beside it, until it leaves the page. @param {BuildingView} view */
export function joinOthers(view) {
  const hear = (/** @type {Event} */ event) => {
    if (!view.root.isConnected) document.removeEventListener(TOGETHER, hear);
    else if (event instanceof CustomEvent && event.detail) playPass(view);
    else stopPass(view);
  };
  document.addEventListener(TOGETHER, hear);
}

/** @param {BuildingView} view */
export function playPass(view) {
  view.isPlaying = true;
  view.riseStart = null;
  view.risen = 0;
  showPlaying(view);
  redraw(view);
}

/** @param {BuildingView} view */
export function stopPass(view) {
  view.isPlaying = false;
  view.risen = null;
  showPlaying(view);
  redraw(view);
}

/**
 * Moves on to a moment of the browser's clock; `risen` is in floors from the foot, and null at rest.
 * @param {BuildingView} view @param {number} now
 */
export function riseOn(view, now) {
  if (view.risen === null) return;
  view.riseStart ??= now;
  const rows = view.settings.still?.rows ?? view.pass.floors.length; // beside a higher machine it is at the top first
  view.risen = (rows * (now - view.riseStart)) / RISE_MS;
  if (view.risen >= view.pass.floors.length) stopPass(view);
  else redraw(view);
}

// From layer to layer: points move along a straight line, slowly at both ends, and the play goes from layer to layer.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { isFirstPlay, isStill, showPlaying } from "../../widgets/canvas/playing.js";
import { REST_MS } from "./locking.js";
import { placesAt } from "./points.js";
import { announce } from "./texts.js";

/** @import { MapView } from "./sense_map.js" */

const STEP_MS = 700;
const PAUSE_MS = 250; // between two steps of a play, to see where the points have come to

/** Shows a layer; points move there from wherever they are now. @param {MapView} view @param {number} layer */
export function goTo(view, layer) {
  const { points, el } = view;
  view.layer = layer;
  el.layer.value = String(layer);
  el.layer.ariaValueText = points.layers[layer];
  const to = placesAt(points, layer);
  if (isStill()) {
    view.places = to;
    view.motion = null;
  } else {
    view.motion = { from: view.places.slice(), to, start: null };
  }
  redraw(view);
}

/** Moves the points to where they are at a moment of the browser's clock. @param {MapView} view @param {number} now */
export function move(view, now) {
  const { motion } = view;
  if (!motion) return;
  motion.start ??= now;
  const part = Math.min((now - motion.start) / STEP_MS, 1);
  const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
  if (part === 1) {
    view.places = motion.to;
    view.motion = null;
    return;
  }
  const { places } = view;
  for (let i = 0; i < places.length; i += 1) places[i] = motion.from[i] + eased * (motion.to[i] - motion.from[i]);
}

/**
 * Plays once from layer 0 to where the map begins, unless less motion is asked for. Who comes back to the page or opens
 * it anew has seen it: the map then shows at once the layer that the finding is about.
 * @param {MapView} view
 */
export function playIn(view) {
  const last = view.layer;
  if (last === 0 || isStill() || !isFirstPlay("played")) return;
  clearTimeout(view.tellTimer); // Python takes the map to be where this comes to rest
  view.comesTo = last;
  view.places = placesAt(view.points, 0);
  goTo(view, 0);
  view.motion = null;
  view.isPlaying = true;
  showPlaying(view);
  const step = () => {
    if (view.layer >= last) {
      stop(view);
      return;
    }
    goTo(view, view.layer + 1);
    view.playTimer = setTimeout(step, STEP_MS + PAUSE_MS);
  };
  view.playTimer = setTimeout(step, STEP_MS);
}

/**
 * Plays on from this layer, from the last one anew from layer 0; at the end it tells where it came to rest.
 * @param {MapView} view
 */
export function play(view) {
  const last = view.points.layers.length - 1;
  const step = () => {
    if (view.layer === last) {
      pause(view);
      return;
    }
    goTo(view, view.layer + 1);
    view.playTimer = setTimeout(step, STEP_MS + PAUSE_MS);
  };
  view.isPlaying = true;
  clearTimeout(view.tellTimer);
  showPlaying(view);
  if (view.layer === last && last > 0) {
    goTo(view, 0);
    view.playTimer = setTimeout(step, STEP_MS + PAUSE_MS);
  } else {
    step();
  }
}

/** @param {MapView} view */
export function pause(view) {
  if (!view.isPlaying) return;
  stop(view);
  tell(view, REST_MS);
  announce(view, view.points.layers[view.layer]);
}

/** Ends the play without a word. @param {MapView} view */
export function stop(view) {
  delete view.comesTo;
  clearTimeout(view.playTimer);
  view.isPlaying = false;
  showPlaying(view);
}

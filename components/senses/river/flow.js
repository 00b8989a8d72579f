// The river flows: once when the page is opened, when somebody presses Play, and where a new sentence leaves the old one.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { isFirstPlay, isStill, showPlaying } from "../../widgets/canvas/playing.js";
import { showLayer } from "./chosen.js";
import { heightOf, isFooling, newcomersOf, partingLayer } from "./threads.js";

/**
 * @import { RiverView } from "./river.js"
 * @import { Threads } from "./threads.js"
 */

const LAYER_MS = 420;
const GROW_MS = 900;
const FLASH_MS = 2400;

/**
 * Plays by itself: once on a page in a browser session, and not where less motion is asked for.
 * @param {RiverView} view
 */
export function playIn(view) {
  if (!isStill() && isFirstPlay("flowed")) playRiver(view);
}

/** @param {RiverView} view */
export function playRiver(view) {
  view.isPlaying = true;
  view.flowStart = null;
  view.progress = -1;
  [view.fresh, view.flash] = [null, null];
  view.layer = 0;
  view.point = null; // the texts follow the visitor's thread
  showLayer(view);
  showPlaying(view);
  redraw(view);
}

/** @param {RiverView} view */
export function stopRiver(view) {
  view.isPlaying = false;
  view.progress = null;
  showPlaying(view);
  if (view.settings.tells) tell(view);
  redraw(view);
}

/**
 * Lets new threads grow from where they leave the old ones; those of a class that fooled the model flash at the end.
 * @param {RiverView} view @param {Threads} before
 */
export function startNewThreads(view, before) {
  const { threads, ghosts } = view;
  if (view.isPlaying) {
    stopRiver(view); // what is new is looked at where it ends
    view.layer = threads.layers.length - 1;
  }
  if (isStill()) return;
  const layers = threads.layers.map((_, layer) => layer);
  const added = threads.added.map((thread) => layers.map((layer) => heightOf(threads, thread, layer)));
  const parting = ghosts.length === 1 && added.length === 1 ? partingLayer(added[0], ghosts[0].heights) : null;
  view.newcomers = newcomersOf(before, threads);
  if (view.newcomers.size === 0) return;
  view.flash = null;
  view.flowStart = null;
  view.freshFrom = parting === null ? -1 : parting - 1;
  view.fresh = view.freshFrom;
}

/**
 * Moves on to a moment of the browser's clock. Returns whether there is more to come.
 * @param {RiverView} view @param {number} now
 */
export function flowOn(view, now) {
  const last = view.threads.layers.length - 1;
  view.flowStart ??= now;
  const passed = now - view.flowStart;
  if (view.isPlaying) {
    view.progress = -1 + passed / LAYER_MS;
    // The texts are about the layer that the river has come to, so that its end is not told before.
    const layer = Math.min(Math.max(Math.floor(view.progress), 0), last);
    if (layer !== view.layer) {
      view.layer = layer;
      showLayer(view);
    }
    if (view.progress >= last) stopRiver(view);
    return view.isPlaying;
  }
  if (view.fresh === null && view.flash === null) return false;
  const part = Math.min(passed / GROW_MS, 1);
  if (part < 1) {
    view.fresh = view.freshFrom + (last - view.freshFrom) * (1 - (1 - part) ** 2);
    return true;
  }
  view.fresh = null;
  const isFlashing =
    passed < GROW_MS + FLASH_MS && [...view.newcomers].some((thread) => isFooling(view.threads, thread));
  view.flash = isFlashing ? (passed - GROW_MS) / FLASH_MS : null;
  return isFlashing;
}

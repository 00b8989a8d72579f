// Reading word by word: how far it has come, and the play that goes on by itself, a step at a time.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { announce, REST_MS } from "./choosing.js";
import { isFinished } from "./looking.js";

/** @import { GridsView } from "./mask_grids.js" */

const WORD_MS = 900;

/** Reads so many words. @param {GridsView} view @param {number} step */
export function goTo(view, step) {
  view.step = step;
  view.hover = null;
  view.cursor = null;
  view.pictures = null;
  showStep(view);
  redraw(view);
}

/** @param {GridsView} gridsView */
export function showStep({ el, trace, step }) {
  const last = trace.readings.length;
  el.words.max = String(last);
  el.words.value = String(step);
  el["step-said"].textContent = `${step} of ${last}`;
  el.words.ariaValueText = el["step-said"].textContent;
}

/**
 * Reads on from here; from the end anew from the first word. What waits to be told is told before the steps change.
 * @param {GridsView} view
 */
export function play(view) {
  tell(view);
  const last = view.trace.readings.length;
  const next = () => {
    if (isFinished(view)) {
      pause(view);
      return;
    }
    goTo(view, view.step + 1);
    view.playTimer = setTimeout(next, WORD_MS);
  };
  view.isPlaying = true;
  showPlaying(view);
  goTo(view, isFinished(view) ? 1 : Math.min(view.step + 1, last));
  view.playTimer = setTimeout(next, WORD_MS);
}

/** Stops at this step, and tells it once it rests. @param {GridsView} view */
export function pause(view) {
  if (!view.isPlaying) return;
  stop(view);
  announce(view);
  tell(view, REST_MS);
}

/** Ends the play without a word. @param {GridsView} view */
export function stop(view) {
  clearTimeout(view.playTimer);
  view.isPlaying = false;
  showPlaying(view);
}

// The element: what it remembers between runs, and what it takes in from Python.

import { mount, redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { contextOf } from "../../widgets/canvas/drawing.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { riverAnswer, showLayer } from "./chosen.js";
import { playIn, startNewThreads } from "./flow.js";
import { drawRiver, layOutRiver } from "./picture.js";
import { listenToRiver } from "./river_input.js";
import { ghostsOf, isOfClass, isSameRiver, openedRiver } from "./threads.js";

/**
 * @import { CanvasView } from "../../widgets/canvas/canvas_widget.js"
 * @import { Context, Theme } from "../../widgets/canvas/drawing.js"
 * @import { Given } from "../../widgets/canvas/elements.js"
 * @import { Course } from "./course.js"
 * @import { Ghost, RiverSettings, Threads } from "./threads.js"
 */

/**
 * @typedef {{ stage: HTMLElement, plot: HTMLCanvasElement, play: HTMLElement, steps: HTMLElement, news: HTMLElement }}
 *   RiverParts
 */
/**
 * @typedef {object} RiverState
 * @property {RiverParts} el
 * @property {Context} plot
 * @property {Threads} threads
 * @property {RiverSettings} settings
 * @property {string} beginning
 * @property {number} layer
 * @property {number | null} point The thread that stays marked.
 * @property {number | null} cursor Where the keyboard is.
 * @property {number | null} hover
 * @property {Ghost[]} ghosts
 * @property {number | null} progress While it plays, how far it has come: in layers, from −1 at the word.
 * @property {number | null} fresh While new threads grow: as above.
 * @property {number} freshFrom Where they began to.
 * @property {number | null} flash While those that fooled the model flash, how far that has come, from 0 to 1.
 * @property {number | null} flowStart When it began to flow.
 * @property {Set<number>} newcomers The threads that grow or flash.
 * @property {boolean} isPlaying
 * @property {Theme} theme
 * @property {Course} course Once it is on the screen.
 * @property {OffscreenCanvas} still All sentences but the visitor's own.
 * @property {Path2D[]} paths Of all threads.
 */
/** @typedef {CanvasView & RiverState} RiverView */

const PARTS = ["stage", "plot", "play", "near-title", "near-list", "steps", "news"];

/** @param {Given<Uint8Array<ArrayBuffer>>} element */
export default function (element) {
  return mount(element, {
    state: "view",
    parts: PARTS,
    create: createRiver,
    listen: listenToRiver,
    take: takeRiver,
    layOut: layOutRiver,
    draw: drawRiver,
    answer: riverAnswer,
  });
}

/** @param {HTMLElement} _root @param {RiverParts} el @returns {Partial<RiverView>} */
function createRiver(_root, el) {
  return {
    plot: contextOf(el.plot),
    layer: 0,
    point: null,
    cursor: null,
    hover: null,
    ghosts: [],
    progress: null,
    fresh: null,
    flash: null,
    newcomers: new Set(),
    isPlaying: false,
  };
}

/**
 * Takes in what Python sent. What a visitor has done stays, unless it is about another river or Python says where to go.
 * A visitor's thread that is not there any more stays as a ghost, until the next one leaves it.
 * @param {RiverView} view @param {Uint8Array<ArrayBuffer>} bytes
 */
function takeRiver(view, bytes) {
  const { settings, threads } = openedRiver(bytes);
  const before = view.threads;
  const isSame = before !== undefined && isSameRiver(before, threads);
  const beginning = JSON.stringify([settings.initial, settings.begun]);
  const isMoved = beginning !== view.beginning;
  const ghosts = isSame && !isOfClass(threads) ? ghostsOf(before, threads) : [];
  if (!isSame || ghosts.length > 0 || threads.added.length === 0) view.ghosts = ghosts;
  const isNew = before?.map !== threads.map;
  Object.assign(view, { bytes, threads, settings, beginning });
  if (!isSame || isMoved) {
    const { layer, point } = settings.initial;
    view.layer = Math.min(layer, threads.layers.length - 1);
    view.point = point !== null && point < threads.count ? point : null;
    view.told = riverAnswer(view);
  }
  if (isNew) {
    [view.hover, view.cursor] = [null, null];
    const isOwn = view.point !== null && view.point >= threads.count - threads.added.length;
    if (isOwn || ghosts.length > 0) view.point = null; // a thread that was marked says nothing about the new sentence
  }
  if (settings.plays && before === undefined) playIn(view);
  else if (isNew && isSame && threads.added.length > 0) startNewThreads(view, before);
  showPlaying(view);
  showLayer(view);
  if (settings.tells) tell(view, 0);
  redraw(view);
}

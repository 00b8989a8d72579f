// The element: what it remembers between runs, and what it takes in from Python.

import { mount, tell } from "../../widgets/canvas/canvas_widget.js";
import { contextOf } from "../../widgets/canvas/drawing.js";
import { partOf } from "../../widgets/canvas/elements.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { set } from "../../widgets/canvas/wording.js";
import { answerOf, REST_MS } from "./choosing.js";
import { draw, layOut } from "./frame.js";
import { hasSameTokens, opened } from "./grids.js";
import { listenToControls, listenToGrid } from "./grids_input.js";
import { SIDES } from "./looking.js";
import { showStep, stop } from "./reading.js";

/**
 * @import { CanvasView } from "../../widgets/canvas/canvas_widget.js"
 * @import { Context, Theme } from "../../widgets/canvas/drawing.js"
 * @import { Given } from "../../widgets/canvas/elements.js"
 * @import { GridCell, GridLayout } from "../../widgets/canvas/grid.js"
 * @import { GridsChoice, GridsTrace } from "./grids.js"
 */

/**
 * @typedef {{ controls: HTMLElement, play: HTMLElement, words: HTMLInputElement, scale: HTMLElement, ramp: HTMLElement }}
 *   GridsParts
 */
/**
 * @typedef {{ canvas: HTMLCanvasElement, context: Context, title: HTMLElement, message: HTMLElement, finding:
 *   HTMLElement, note: HTMLElement }} SideParts What a grid has for itself.
 */
/** @typedef {GridCell & { side: number }} SideCell A cell of one of the grids. */
/**
 * @typedef {object} GridsState
 * @property {GridsParts} el
 * @property {SideParts[]} sides
 * @property {GridsTrace} trace
 * @property {{ initial: GridsChoice | null }} settings
 * @property {string} initial
 * @property {number} step How many words are read, from 1.
 * @property {GridCell | null} lock Of the left grid.
 * @property {SideCell | null} cursor Where the keyboard is.
 * @property {SideCell | null} hover
 * @property {{ side: number, text: string } | null} message Why something cannot be.
 * @property {OffscreenCanvas[] | null} pictures
 * @property {boolean} isPlaying
 * @property {Theme} theme
 * @property {GridLayout} layout Once it is on the screen.
 */
/** @typedef {CanvasView & GridsState} GridsView */

const HELP =
  "Arrow keys move between tokens: up and down choose who looks, left and right at whom, with Shift ten at a time. " +
  "Enter keeps a row, Escape lets go of it.";
const PARTS = ["controls", "play", "words", "step-said", "scale", "ramp", "news", "help"];

/** @param {Given<Uint8Array<ArrayBuffer>>} element */
export default function (element) {
  return mount(element, { state: "selection", parts: PARTS, create, listen, take, layOut, draw, answer: answerOf });
}

/** Takes in what a visitor does. @param {GridsView} view */
function listen(view) {
  listenToControls(view);
  for (const side of SIDES) listenToGrid(view, side);
}

/** @param {HTMLElement} root @returns {Partial<GridsView>} */
function create(root) {
  const sides = [...root.querySelectorAll("figure")].map((figure) => {
    /** @type {HTMLCanvasElement} */
    const canvas = partOf(figure, "canvas");
    const [title, message, finding, note] = ["title", "message", "finding", "note"].map((name) =>
      partOf(figure, `.${name}`),
    );
    return { canvas, context: contextOf(canvas), title, message, finding, note };
  });
  return {
    sides,
    lock: null,
    cursor: null,
    hover: null,
    message: null,
    pictures: null,
    isPlaying: false,
  };
}

/**
 * Takes in what Python sent. What a visitor has done stays, unless it is about other tokens or Python says where to go.
 * The same tokens with other weights or another mask are a new trace: Python hears anew what is still chosen, where that
 * is not where it said to begin, as its last answer was about the trace before.
 * @param {GridsView} view @param {Uint8Array<ArrayBuffer>} bytes
 */
function take(view, bytes) {
  const { settings, trace } = opened(bytes);
  const initial = JSON.stringify([settings.initial, settings.begun]);
  const before = view.trace;
  const goesOn = before !== undefined && initial === view.initial && hasSameTokens(before, trace);
  const isNew = before?.trace !== trace.trace;
  Object.assign(view, { bytes, trace, settings, initial });
  if (!goesOn) start(view);
  else if (isNew) {
    clearTimeout(view.tellTimer);
    view.message = null;
    // Where Python said to begin it takes the grids to be: telling it would only make it run again.
    view.told = answerOf({ ...view, ...begun(view) });
    if (!view.isPlaying) tell(view, REST_MS); // else when the play ends
  }
  showStep(view);
  showPlaying(view);
  set(view.el.help, HELP);
}

/**
 * Begins anew: with what Python wants to be chosen, else with nothing chosen and everything read.
 * @param {GridsView} view
 */
function start(view) {
  clearTimeout(view.tellTimer);
  stop(view);
  Object.assign(view, begun(view));
  view.hover = null;
  view.cursor = null;
  view.message = null;
  view.told = answerOf(view);
}

/** The row or cell and the step that Python wants, as far as these grids have them. @param {GridsView} gridsView */
function begun({ settings, trace }) {
  const { row, column, step } = settings.initial ?? { row: null, column: null, step: null };
  const isIn = (/** @type {number | null} */ position) => position !== null && position < trace.grids[0].count;
  return {
    lock: isIn(row) ? { query: row, key: isIn(column) ? column : null } : null,
    step: Math.min(Math.max(step ?? Infinity, 1), trace.readings.length),
  };
}

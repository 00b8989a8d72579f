// The element: what it remembers between runs, and what it takes in from Python.

import { mount, tell } from "../../widgets/canvas/canvas_widget.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { set } from "../../widgets/canvas/wording.js";
import { answerOf, REST_MS } from "./choosing.js";
import { draw, layOut } from "./frame.js";
import { hasSameTokens, opened } from "./grids.js";
import { listenToControls, listenToGrid } from "./grids_input.js";
import { SIDES } from "./looking.js";
import { showStep, stop } from "./reading.js";

const HELP =
  "Arrow keys move between tokens: up and down choose who looks, left and right at whom, with Shift ten at a time. " +
  "Enter keeps a row, Escape lets go of it.";
const PARTS = ["play", "words", "step-said", "scale", "ramp", "news", "help"];

export default function (element) {
  return mount(element, { state: "selection", parts: PARTS, create, listen, take, layOut, draw, answer: answerOf });
}

/** Takes in what a visitor does. */
function listen(view) {
  listenToControls(view);
  for (const side of SIDES) listenToGrid(view, side);
}

function create(root, el) {
  const twice = { canvases: "canvas", titles: ".title", messages: ".message", findings: ".finding", notes: ".note" };
  for (const [name, selector] of Object.entries(twice)) el[name] = [...root.querySelectorAll(selector)];
  return {
    contexts: el.canvases.map((canvas) => canvas.getContext("2d")),
    lock: null, // of the left grid
    cursor: null, // where the keyboard is
    hover: null,
    message: null, // why something cannot be: the side it stands under, and its text
    pictures: null,
    isPlaying: false,
  };
}

/**
 * Takes in what Python sent. What a visitor has done stays, unless it is about other tokens or Python says where to go.
 * The same tokens with other weights or another mask are a new trace: Python hears anew what is still chosen, where that
 * is not where it said to begin, as its last answer was about the trace before.
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

/** Begins anew: with what Python wants to be chosen, else with nothing chosen and everything read. */
function start(view) {
  clearTimeout(view.tellTimer);
  stop(view);
  Object.assign(view, begun(view));
  view.hover = null;
  view.cursor = null;
  view.message = null;
  view.told = answerOf(view);
}

/** The row or cell and the step that Python wants, as far as these grids have them. */
function begun({ settings, trace }) {
  const { row, column, step } = settings.initial ?? { row: null, column: null, step: null };
  const isIn = (position) => position !== null && position < trace.grids[0].count;
  return {
    lock: isIn(row) ? { query: row, key: isIn(column) ? column : null } : null,
    step: Math.min(Math.max(step ?? Infinity, 1), trace.readings.length),
  };
}

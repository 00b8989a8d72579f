// The element: what it remembers between runs, and what it takes in from Python.

import { mount, tell } from "../../widgets/canvas/canvas_widget.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { set } from "../../widgets/canvas/wording.js";
import { answerOf, REST_MS, toggle } from "./choosing.js";
import { draw, layOut, SIDES } from "./frame.js";
import { hasSameTokens, opened } from "./grids.js";
import { listenToControls, listenToGrid } from "./grids_input.js";
import { showStep, stop } from "./reading.js";

const PARTS = ["play", "words", "step-said", "scale", "ramp", "switched", "news", "help"];

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
    drawn: new Set(), // cells of the right grid, each as query * count + key
    message: null, // why something cannot be: the side it stands under, and its text
    pictures: null,
    isPlaying: false,
  };
}

/**
 * Takes in what Python sent. What a visitor has done stays, unless it is about other tokens or Python says where to go.
 * The same tokens with other weights or another mask are a new trace: cells that Python had heard of are part of its
 * mask by now, and Python hears anew what is still chosen, where that is not where it said to begin: its last answer was
 * about the trace before.
 */
function take(view, bytes) {
  const { settings, trace } = opened(bytes);
  const initial = JSON.stringify(settings.initial);
  const before = view.trace;
  const goesOn = before !== undefined && initial === view.initial && hasSameTokens(before, trace);
  const isNew = before?.trace !== trace.trace;
  const known = JSON.parse(view.told ?? "null")?.drawn ?? [];
  Object.assign(view, { bytes, trace, settings, initial });
  if (!goesOn) start(view);
  else if (isNew) {
    clearTimeout(view.tellTimer);
    for (const [query, key] of known) toggle(view.drawn, query * trace.grids[1].count + key);
    view.message = null;
    // Where Python said to begin it takes the grids to be: telling it would only make it run again.
    view.told = answerOf({ ...view, ...begun(view), drawn: new Set() });
    if (!view.isPlaying) tell(view, REST_MS); // else when the play ends
  }
  if (!settings.canDraw) view.drawn.clear();
  showStep(view);
  showPlaying(view);
  view.el.switched.hidden = !settings.canDraw;
  view.root.classList.toggle("drawable", settings.canDraw);
  set(view.el.help, helpText(settings));
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

/** The row or cell, the step and the switched cells that Python wants, as far as these grids have them. */
function begun({ settings, trace }) {
  const { row, column, step, drawn } = settings.initial ?? { row: null, column: null, step: null, drawn: null };
  const { count } = trace.grids[1];
  const isIn = (position) => position !== null && position < trace.grids[0].count;
  const cells = (drawn ?? []).filter((cell) => Math.max(...cell) < count);
  return {
    lock: isIn(row) ? { query: row, key: isIn(column) ? column : null } : null,
    step: Math.min(Math.max(step ?? Infinity, 1), trace.readings.length),
    drawn: new Set(cells.map(([query, key]) => query * count + key)),
  };
}

function helpText({ canDraw }) {
  const ways =
    "Arrow keys move between tokens: up and down choose who looks, left and right at whom, with Shift ten at a time.";
  const keys = "Enter keeps a row, Escape lets go of it.";
  return canDraw
    ? `${ways} ${keys} In the right grid Space lets a token see another one or hides it.`
    : `${ways} ${keys}`;
}

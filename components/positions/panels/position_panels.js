// The element: what it remembers between runs, and what it takes in from Python.

import { mount, tell } from "../../widgets/canvas/canvas_widget.js";
import { draw, layOut, makeFigures } from "./frame.js";
import { answerOf } from "./locking.js";
import { opened } from "./matrices.js";

export default function (element) {
  const parts = ["panels", "said", "reading", "exact", "news"];
  return mount(element, { state: "pair", parts, create, take, layOut, draw, answer: answerOf });
}

function create() {
  return {
    figures: [], // each listens for itself
    lock: null, // the pair that is kept
    cursor: null, // where the keyboard is
    hover: null,
    cell: null, // the very cell under the mouse
  };
}

/**
 * Takes in what Python sent. A pair of positions means the same in every model, so what a visitor has locked stays as
 * long as there are such positions, unless Python says where to go. About other panels Python hears it anew.
 */
function take(view, bytes) {
  const { settings, trace } = opened(bytes);
  const initial = JSON.stringify([settings.initial, settings.begun]);
  const isMoved = initial !== view.initial;
  const isNew = trace.trace !== view.trace?.trace;
  Object.assign(view, { bytes, trace, initial });
  makeFigures(view);
  if (!isNew && !isMoved) return;
  clearTimeout(view.tellTimer);
  if (isMoved) view.lock = settings.initial;
  if (view.lock !== null && Math.max(view.lock.first, view.lock.second) >= trace.count) view.lock = null;
  view.cursor = null;
  view.hover = null;
  view.cell = null;
  view.told = isMoved || view.lock === null ? answerOf(view) : null;
  tell(view);
}

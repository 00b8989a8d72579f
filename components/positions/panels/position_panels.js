// The element: what it remembers between runs, and what it takes in from Python.

import { mount, tell } from "../../widgets/canvas/canvas_widget.js";
import { draw, layOut, makeFigures } from "./frame.js";
import { answerOf } from "./locking.js";
import { opened } from "./matrices.js";

/**
 * @import { CanvasView } from "../../widgets/canvas/canvas_widget.js"
 * @import { Context } from "../../widgets/canvas/drawing.js"
 * @import { Given } from "../../widgets/canvas/elements.js"
 * @import { Pair, PanelsTrace } from "./matrices.js"
 * @import { PanelTheme, PlotLayout } from "./plot.js"
 */

/**
 * @typedef {{ figure: HTMLElement, title: HTMLElement, value: HTMLElement, canvas: HTMLCanvasElement, scale:
 *   HTMLElement, ramp: HTMLElement, measured: HTMLElement, context: Context }} PanelFigure Listens for itself.
 */
/**
 * @typedef {object} PanelsState
 * @property {PanelsTrace} trace
 * @property {string} initial
 * @property {PanelFigure[]} figures
 * @property {Pair | null} lock The pair that is kept.
 * @property {Pair | null} cursor Where the keyboard is.
 * @property {Pair | null} hover
 * @property {{ panel: number, row: number, column: number } | null} cell The very cell under the mouse.
 * @property {PanelTheme} theme
 * @property {PlotLayout[]} layouts
 * @property {OffscreenCanvas[]} pictures
 */
/** @typedef {CanvasView & PanelsState} PanelsView */

/** @param {Given<Uint8Array<ArrayBuffer>>} element */
export default function (element) {
  const parts = ["panels", "said", "reading", "exact", "news"];
  return mount(element, { state: "pair", parts, create, take, layOut, draw, answer: answerOf });
}

/** @returns {Partial<PanelsView>} */
function create() {
  return {
    figures: [],
    layouts: [],
    lock: null,
    cursor: null,
    hover: null,
    cell: null,
  };
}

/**
 * Takes in what Python sent. A pair of positions means the same in every model, so what a visitor has locked stays as
 * long as there are such positions, unless Python says where to go. About other panels Python hears it anew.
 * @param {PanelsView} view @param {Uint8Array<ArrayBuffer>} bytes
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

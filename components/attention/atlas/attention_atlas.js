// The element: what it remembers between runs, and what it takes in from Python.

import { mount } from "../../widgets/canvas/canvas_widget.js";
import { contextOf } from "../../widgets/canvas/drawing.js";
import { partOf } from "../../widgets/canvas/elements.js";
import { listenToAtlas } from "./atlas_input.js";
import { wantExact } from "./exact_weights.js";
import { draw, layOut } from "./frame.js";
import { listenToMap } from "./map_input.js";
import { answerOf } from "./selecting.js";
import { opened } from "./weights.js";

/**
 * @import { CanvasView } from "../../widgets/canvas/canvas_widget.js"
 * @import { Context, Theme } from "../../widgets/canvas/drawing.js"
 * @import { Given } from "../../widgets/canvas/elements.js"
 * @import { GridCell, GridLayout } from "../../widgets/canvas/grid.js"
 * @import { AtlasLayout } from "./atlas_canvas.js"
 * @import { AtlasSettings, Matrix, Trace } from "./weights.js"
 */

/**
 * @typedef {{ atlas: HTMLCanvasElement, map: HTMLCanvasElement, finding: HTMLElement, note: HTMLElement, news:
 *   HTMLElement, tip: HTMLElement, scale: HTMLElement, ramp: HTMLElement }} AtlasParts
 */
/**
 * @typedef {object} AtlasState
 * @property {AtlasParts} el
 * @property {HTMLElement} help
 * @property {Context} atlas
 * @property {Context} map
 * @property {Trace} trace
 * @property {AtlasSettings} settings
 * @property {string} initial
 * @property {"grid" | "arcs"} shape Of the chosen panel.
 * @property {boolean} hide Whether special tokens are left out.
 * @property {Set<"atlas" | "map">} stale Pictures that have to be painted anew.
 * @property {Map<number, Promise<Response>>} fetching The panels whose exact weights are on their way.
 * @property {Set<number>} failed
 * @property {number} panel
 * @property {number | null} preview The panel under the mouse.
 * @property {GridCell | null} lock
 * @property {GridCell | null} cursor Where the keyboard is.
 * @property {GridCell | null} hover
 * @property {Theme} theme
 * @property {AtlasLayout} atlasLayout
 * @property {GridLayout} mapLayout
 * @property {number[]} shown The tokens that are.
 * @property {Matrix} matrix
 * @property {OffscreenCanvas} base The picture of all panels.
 * @property {OffscreenCanvas} picture That of the chosen one, as a grid.
 * @property {number[]} edges Where tokens begin, below arcs.
 */
/** @typedef {CanvasView & AtlasState} AtlasView */

const PARTS = ["atlas", "map", "finding", "note", "news", "tip", "all-name", "one-name", "scale", "ramp"];

/** @param {Given<Uint8Array<ArrayBuffer>>} element */
export default function (element) {
  return mount(element, { state: "selection", parts: PARTS, create, listen, take, layOut, draw, answer: answerOf });
}

/** Takes in what a visitor does. @param {AtlasView} view */
function listen(view) {
  listenToAtlas(view);
  listenToMap(view);
}

/** @param {HTMLElement} root @param {AtlasParts} el @returns {Partial<AtlasView>} */
function create(root, el) {
  return {
    help: partOf(root, "#atlas-help"),
    atlas: contextOf(el.atlas),
    map: contextOf(el.map),
    shape: "grid", // or "arcs"
    hide: false,
    stale: new Set(),
  };
}

/**
 * Takes in what Python sent. What a visitor has done stays, unless it is another trace or Python says where to go.
 * @param {AtlasView} view @param {Uint8Array<ArrayBuffer>} bytes
 */
function take(view, bytes) {
  const { settings, trace } = opened(bytes);
  const initial = JSON.stringify([settings.initial, settings.begun]);
  const isNew = view.trace?.trace !== trace.trace;
  if (isNew) {
    view.fetching = new Map();
    view.failed = new Set();
  } else {
    for (const [panel, weights] of view.trace.exact) trace.exact.set(panel, weights);
  }
  if (isNew || initial !== view.initial) {
    clearTimeout(view.tellTimer);
    const columns = trace.columns.length;
    const { panel, query, key } = settings.initial ?? { panel: null, query: null, key: null };
    view.panel = panel ? panel[0] * columns + panel[1] : trace.chosen;
    view.lock = query === null ? null : { query, key };
    view.preview = null;
    view.hover = null;
    view.cursor = null;
    view.told = answerOf({ ...view, trace });
  }
  Object.assign(view, { bytes, trace, settings, initial, shape: settings.view, hide: settings.hide });
  wantExact(view);
}

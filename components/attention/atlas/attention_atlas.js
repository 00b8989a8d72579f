// The element: what it remembers between runs, and what it takes in from Python.

import { mount } from "../../widgets/canvas/canvas_widget.js";
import { listenToAtlas } from "./atlas_input.js";
import { wantExact } from "./exact_weights.js";
import { draw, layOut } from "./frame.js";
import { listenToMap } from "./map_input.js";
import { answerOf } from "./selecting.js";
import { opened } from "./weights.js";

const PARTS = ["atlas", "map", "finding", "note", "news", "tip", "all-name", "one-name", "scale", "ramp"];

export default function (element) {
  return mount(element, { state: "selection", parts: PARTS, create, listen, take, layOut, draw, answer: answerOf });
}

/** Takes in what a visitor does. */
function listen(view) {
  listenToAtlas(view);
  listenToMap(view);
}

function create(root, el) {
  return {
    help: root.querySelector("#atlas-help"),
    atlas: el.atlas.getContext("2d"),
    map: el.map.getContext("2d"),
    shape: "grid", // or "arcs"
    hide: false,
    stale: new Set(), // pictures that have to be painted anew: "atlas", "map"
  };
}

/** Takes in what Python sent. What a visitor has done stays, unless it is another trace or Python says where to go. */
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

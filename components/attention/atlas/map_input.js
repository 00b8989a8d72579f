// Mouse and keyboard on the chosen panel.

import { gridAt } from "../../widgets/canvas/grid.js";
import { pointOn } from "../../widgets/canvas/pointer.js";
import { arcsAt } from "./arcs.js";
import { placesOf, refresh } from "./frame.js";
import { lock } from "./selecting.js";
import { announce } from "./texts.js";

/** @import { AtlasView } from "./attention_atlas.js" */

const LARGE_STEP = 10; // tokens that Shift and an arrow key pass over

/** @param {AtlasView} view */
export function listenToMap(view) {
  const { map } = view.el;
  const cellAt = (/** @type {MouseEvent} */ event) => {
    const count = view.shown.length;
    const point = pointOn(event);
    const place = view.shape === "grid" ? gridAt(view.mapLayout, count, ...point) : arcsAt(view.edges, point[0]);
    if (place === null) return null;
    const { query, key } = place;
    return { query: query === null ? null : view.shown[query], key: key === null ? null : view.shown[key] };
  };
  map.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    const cell = cellAt(event);
    if (cell?.query === view.hover?.query && cell?.key === view.hover?.key) return;
    view.hover = cell;
    refresh(view);
  };
  map.onpointerleave = () => {
    view.hover = null;
    refresh(view);
  };
  map.onclick = (event) => {
    const cell = cellAt(event);
    if (cell === null || cell.query === null) return;
    view.cursor = null;
    lock(view, cell);
  };
  map.onblur = () => {
    view.cursor = null;
    refresh(view);
  };
  map.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (view.cursor || view.lock) event.preventDefault(); // on a projector it does nothing else
      view.cursor = null;
      if (view.lock) lock(view, null);
      else refresh(view);
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat && view.cursor) lock(view, view.cursor);
      return;
    }
    const current = placesOf(view, view.cursor ?? view.lock);
    const step = event.shiftKey ? LARGE_STEP : 1;
    const [query, key] = [current?.query ?? 0, current?.key ?? 0];
    const to = {
      ArrowUp: [query - step, key],
      ArrowDown: [query + step, key],
      ArrowLeft: [query, key - step],
      ArrowRight: [query, key + step],
      Home: [query, 0],
      End: [query, view.shown.length - 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const within = (/** @type {number} */ place) => view.shown[Math.min(Math.max(place, 0), view.shown.length - 1)];
    // The first key only shows where one is.
    view.cursor =
      current === null ? { query: within(0), key: within(0) } : { query: within(to[0]), key: within(to[1]) };
    view.hover = null;
    announce(view);
  };
}

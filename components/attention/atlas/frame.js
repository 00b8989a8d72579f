// One frame: sizes for the space there is, and both canvases drawn from the same view.

import { enlargement, redraw } from "../../widgets/canvas/canvas_widget.js";
import { resize, themeOf } from "../../widgets/canvas/drawing.js";
import { drawGrid, gridLayout } from "../../widgets/canvas/grid.js";
import { showRamp } from "../../widgets/canvas/ramp.js";
import { arcsHeight, drawArcs } from "./arcs.js";
import { drawAtlas, layoutAtlas, paintAtlas } from "./atlas_canvas.js";
import { paintMap } from "./map_canvas.js";
import { updateNames, updateTexts } from "./texts.js";
import { matrixOf, shownTokens } from "./weights.js";

/**
 * @import { GridCell } from "../../widgets/canvas/grid.js"
 * @import { AtlasView } from "./attention_atlas.js"
 */

/** Sizes everything anew and draws it at once: one frame less to wait for. @param {AtlasView} view */
export function layOut(view) {
  const { trace, root, el } = view;
  const unit = devicePixelRatio;
  view.width = root.clientWidth;
  if (view.width === 0) return; // not on the screen
  const theme = themeOf(root);
  const narrow = view.width < 700;
  const alone = trace.rows.length * trace.columns.length === 1;
  root.classList.toggle("narrow", narrow);
  root.classList.toggle("alone", alone);
  const width = Math.floor(view.width * unit);
  const height = Math.min(Math.max(0.7 * innerHeight, 380), 900) * enlargement(root) * unit;
  const share = alone ? 0 : narrow ? width : Math.floor(0.47 * width);
  const atlasHeight = narrow ? width + 3 * theme.letters : height;
  view.theme = theme;
  view.atlasLayout = layoutAtlas(trace, theme, view.atlas, share, atlasHeight);
  const gap = 26 * unit;
  const rest = narrow || alone ? width : width - view.atlasLayout.width - gap;
  view.mapLayout = gridLayout(trace, theme, view.map, rest, narrow ? 2 * width : height);
  if (view.shape === "arcs") view.mapLayout.height = arcsHeight(view.map, view.mapLayout, theme, trace);
  resize(el.atlas, view.atlasLayout.width, view.atlasLayout.height);
  resize(el.map, view.mapLayout.width, view.mapLayout.height);
  layOutScale(view);
  updateNames(view);
  view.stale = new Set(["atlas", "map"]);
  draw(view);
}

/** @param {AtlasView} atlasView */
function layOutScale({ el, theme, atlasLayout: layout }) {
  const unit = devicePixelRatio;
  const across = layout.across * layout.cell;
  el.scale.style.marginInlineStart = `${layout.left / unit}px`;
  el.scale.style.width = `${Math.max(across, 11 * theme.letters) / unit}px`;
  showRamp(el, theme);
}

/**
 * Draws in the next frame; `stale` are the pictures that have to be painted anew: "atlas", "map".
 * @param {AtlasView} view @param {..."atlas" | "map"} stale
 */
export function refresh(view, ...stale) {
  for (const each of stale) view.stale.add(each);
  redraw(view);
}

/** @param {AtlasView} view */
export function draw(view) {
  const { trace, theme, el } = view;
  if (view.stale.has("atlas")) {
    view.shown = shownTokens(trace, view.hide);
    view.base = paintAtlas(trace, view.atlasLayout, theme, view.shown);
  }
  const looked = view.preview ?? view.panel;
  if (view.stale.has("map")) {
    view.matrix = matrixOf(trace, looked, view.shown);
    if (view.shape === "grid") view.picture = paintMap(view.matrix, view.mapLayout, theme, partsOf(view));
  }
  view.stale.clear();
  drawAtlas(view.atlas, trace, view.atlasLayout, theme, view);
  const cell = activeCell(view);
  const cells = { shown: view.shown, active: placesOf(view, cell), locked: placesOf(view, view.lock) };
  if (cell === view.lock) cells.active = cells.locked;
  if (view.shape === "arcs") view.edges = drawArcs(view.map, trace, view.mapLayout, theme, { ...view, ...cells });
  else drawGrid(view.map, trace, view.mapLayout, theme, { base: view.picture, ...cells });
  updateTexts(view, looked, cell);
  // For whoever measures the canvases: where the pictures lie, in device pixels, and what they show.
  const { left, top, size } = view.mapLayout;
  Object.assign(el.map.dataset, { left, top, size, count: view.shown.length, known: view.matrix.known });
  const { left: atlasLeft, top: atlasTop, cell: pitch, inner } = view.atlasLayout;
  Object.assign(el.atlas.dataset, { left: atlasLeft, top: atlasTop, cell: pitch, inner });
  view.root.dataset.drawn = trace.trace;
}

/** Places before which another sentence begins. @param {AtlasView} atlasView */
function partsOf({ trace: { segments }, shown }) {
  if (!segments) return [];
  return shown.map((_, i) => i).filter((i) => i > 0 && segments[shown[i]] !== segments[shown[i - 1]]);
}

/** What is looked at: what the mouse is on, else the keyboard, else what is locked. @param {AtlasView} view */
function activeCell(view) {
  return view.hover ?? view.cursor ?? view.lock;
}

/**
 * Positions as places among what is shown; null for what is hidden.
 * @param {AtlasView} atlasView @param {GridCell | null} cell
 */
export function placesOf({ shown }, cell) {
  if (cell === null) return null;
  const [query, key] = [cell.query, cell.key].map((position) => {
    const place = position === null ? -1 : shown.indexOf(position);
    return place < 0 ? null : place;
  });
  return query === null && key === null ? null : { query, key };
}

// One frame: sizes for the space there is, both canvases drawn from the same view, and the texts around them.

import { enlargement } from "../../widgets/canvas/canvas_widget.js";
import { resize, themeOf } from "../../widgets/canvas/drawing.js";
import { drawGrid, gridLayout } from "../../widgets/canvas/grid.js";
import { showRamp } from "../../widgets/canvas/ramp.js";
import { set } from "../../widgets/canvas/wording.js";
import { cellOn, lockedCell, lookedAt, readOn, SIDES } from "./looking.js";
import { paintGrid } from "./painting.js";
import { findingOf, noteOf } from "./sentences.js";

/**
 * @import { GridCell } from "../../widgets/canvas/grid.js"
 * @import { GridsView, SideCell } from "./mask_grids.js"
 */

const GAP = 26; // CSS pixels between the grids
const [NARROW, SPACIOUS] = [700, 980]; // CSS pixels: below, grids stand among each other; from there all else stands beside them

/** Sizes everything anew and draws it at once. @param {GridsView} view */
export function layOut(view) {
  const { trace, root, el, sides } = view;
  const unit = devicePixelRatio;
  view.width = root.clientWidth;
  if (view.width === 0) return; // not on the screen
  const [narrow, wide] = [view.width < NARROW, view.width >= SPACIOUS];
  root.classList.toggle("narrow", narrow);
  root.classList.toggle("wide", wide);
  view.theme = themeOf(root);
  const beside = wide ? el.controls.offsetWidth + GAP : 0;
  const width = Math.floor(unit * (narrow ? view.width : (view.width - beside - GAP) / 2));
  const share = wide ? 0.565 : 0.49; // of the window's height, without and with the controls above
  const height = narrow ? 2 * width : unit * enlargement(root) * Math.min(Math.max(share * innerHeight, 320), 720);
  // One layout for both, so that rows stand at the same height even where the tokens differ in length.
  const both = { tokens: trace.grids.flatMap(({ tokens }) => tokens) };
  view.layout = gridLayout(both, view.theme, sides[0].context, width, height);
  for (const side of SIDES) resize(sides[side].canvas, view.layout.width, view.layout.height);
  showRamp(el, view.theme);
  view.pictures = null;
  draw(view);
}

/** @param {GridsView} view */
export function draw(view) {
  const { trace, theme, layout, sides } = view;
  if (!layout) return;
  const pictures = SIDES.map((side) => view.pictures?.[side] ?? paintGrid(view, layout, side));
  view.pictures = pictures;
  const active = lookedAt(view);
  for (const side of SIDES) {
    const grid = trace.grids[side];
    const read = readOn(view, side);
    const drawnAt = (/** @type {SideCell | null} */ cell) =>
      cell === null ? null : withinReach(cellOn(view, side, cell), read);
    const locked = drawnAt(lockedCell(view));
    drawGrid(sides[side].context, grid, layout, theme, {
      base: pictures[side],
      shown: grid.tokens.map((_, position) => position),
      active: isLocked(view, active) ? locked : drawnAt(active),
      locked,
      read,
    });
    updateText(view, side);
    // For whoever measures the canvases: where the pictures lie, in device pixels, and how much of them has been read.
    const { left, top, size } = layout;
    Object.assign(sides[side].canvas.dataset, { left, top, size, count: grid.count, read });
  }
  view.root.dataset.drawn = trace.trace;
}

/** @param {GridsView} view @param {number} side */
function updateText(view, side) {
  const parts = view.sides[side];
  const { title } = view.trace.grids[side];
  const finding = findingOf(view, side);
  set(parts.title, title);
  set(parts.message, view.message?.side === side ? view.message.text : "");
  set(parts.finding, finding);
  set(parts.note, noteOf(view, side));
  const label = `${side === 0 ? "Left" : "Right"} grid, ${title}: who looks at whom. ${finding}`.trim();
  if (parts.canvas.ariaLabel !== label) parts.canvas.ariaLabel = label;
}

/** @param {GridsView} gridsView @param {SideCell | null} active */
function isLocked({ hover, cursor }, active) {
  return active !== null && hover === null && cursor === null;
}

/** What of a cell has been read; null for nothing. @param {GridCell} gridCell @param {number} read */
function withinReach({ query, key }, read) {
  const [row, column] = [query, key].map((position) => (position !== null && position < read ? position : null));
  return row === null && column === null ? null : { query: row, key: column };
}

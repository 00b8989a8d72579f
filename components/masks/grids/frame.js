// One frame: sizes for the space there is, both canvases drawn from the same view, and the texts around them.

import { enlargement } from "../../widgets/canvas/canvas_widget.js";
import { resize, themeOf } from "../../widgets/canvas/drawing.js";
import { drawGrid, gridLayout } from "../../widgets/canvas/grid.js";
import { showRamp } from "../../widgets/canvas/ramp.js";
import { set } from "../../widgets/canvas/wording.js";
import { cellOn, lockedCell, lookedAt, readOn, SIDES } from "./looking.js";
import { paintGrid } from "./painting.js";
import { findingOf, noteOf } from "./sentences.js";

const GAP = 26; // CSS pixels between the grids
const TEXT_SHARE = 0.3; // at least, of the width, for the text beside a grid

/** Sizes everything anew and draws it at once. */
export function layOut(view) {
  const { trace, root, el } = view;
  const unit = devicePixelRatio;
  view.width = root.clientWidth;
  if (view.width === 0) return; // not on the screen
  const narrow = view.width < 700;
  root.classList.toggle("narrow", narrow);
  view.theme = themeOf(root);
  const width = Math.floor(unit * (narrow ? view.width : ((view.width - GAP) / 2) * (1 - TEXT_SHARE)));
  const height = narrow ? 2 * width : unit * enlargement(root) * Math.min(Math.max(0.49 * innerHeight, 320), 720);
  // One layout for both, so that rows stand at the same height even where the tokens differ in length.
  const both = { tokens: trace.grids.flatMap(({ tokens }) => tokens) };
  view.layout = gridLayout(both, view.theme, view.contexts[0], width, height);
  for (const side of SIDES) resize(el.canvases[side], view.layout.width, view.layout.height);
  showRamp(el, view.theme);
  view.pictures = null;
  draw(view);
}

export function draw(view) {
  const { trace, theme, layout, el } = view;
  if (!layout) return;
  view.pictures ??= SIDES.map((side) => paintGrid(view, side));
  const active = lookedAt(view);
  for (const side of SIDES) {
    const grid = trace.grids[side];
    const read = readOn(view, side);
    const drawnAt = (cell) => (cell === null ? null : withinReach(cellOn(view, side, cell), read));
    const locked = drawnAt(lockedCell(view));
    drawGrid(view.contexts[side], grid, layout, theme, {
      base: view.pictures[side],
      shown: grid.tokens.map((_, position) => position),
      active: isLocked(view, active) ? locked : drawnAt(active),
      locked,
      read,
    });
    updateText(view, side);
    // For whoever measures the canvases: where the pictures lie, in device pixels, and how much of them has been read.
    const { left, top, size } = layout;
    Object.assign(el.canvases[side].dataset, { left, top, size, count: grid.count, read });
  }
  view.root.dataset.drawn = trace.trace;
}

function updateText(view, side) {
  const { el, trace } = view;
  const { title } = trace.grids[side];
  const finding = findingOf(view, side);
  set(el.titles[side], title);
  set(el.messages[side], view.message?.side === side ? view.message.text : "");
  set(el.findings[side], finding);
  set(el.notes[side], noteOf(view, side));
  const label = `${side === 0 ? "Left" : "Right"} grid, ${title}: who looks at whom. ${finding}`;
  if (el.canvases[side].ariaLabel !== label) el.canvases[side].ariaLabel = label;
}

function isLocked({ hover, cursor }, active) {
  return active !== null && hover === null && cursor === null;
}

/** What of a cell has been read; null for nothing. */
function withinReach({ query, key }, read) {
  const [row, column] = [query, key].map((position) => (position !== null && position < read ? position : null));
  return row === null && column === null ? null : { query: row, key: column };
}

// The canvas of all panels. By place: rows down, columns across, names on both sides. By score: one after another, each
// with its own caption, because where it stands no longer says which it is.
//
// Places are counted from the top left; `panels` says which panel stands at each.

import {
  drawLabel,
  drawOutline,
  fontOf,
  LABEL_HEIGHT,
  labelled,
  longestWidth,
  paintSquare,
  picture,
} from "../../widgets/canvas/drawing.js";
import { DECODED, panelLevels } from "./weights.js";

/** Where everything on the canvas lies, for a space of so many device pixels. */
export function layoutByPlace(trace, theme, context, width, height) {
  const rows = trace.rows.length;
  const columns = trace.columns.length;
  const { letters } = theme;
  const titled = trace.axes.map((title) => (title === "" ? 0 : 1.5 * letters));
  const names = longestWidth(context, theme, trace.rows, 11 * letters);
  const left = Math.round(titled[0] + names + 0.9 * letters);
  const top = Math.round(titled[1] + 1.6 * letters);
  const edge = Math.ceil(0.4 * letters); // room for the frame of the last panel, and half a name
  const largest = Math.min((width - left - edge) / columns, (height - top - edge) / rows);
  const cell = Math.max(4, Math.floor(largest));
  const gap = cell < 12 ? 1 : Math.max(2, Math.round(0.06 * cell));
  return {
    byScore: false,
    panels: Int32Array.from({ length: rows * columns }, (_, panel) => panel),
    across: columns,
    left,
    top,
    cell,
    down: cell,
    inner: cell - gap,
    names,
    width: left + columns * cell + edge,
    height: top + rows * cell + edge,
  };
}

/** The same, the highest score first. As many panels a line as there is height for, while the captions have room. */
export function layoutByScore(trace, theme, context, width, height) {
  const panels = byFallingScore(trace);
  const { letters } = theme;
  const edge = Math.ceil(0.4 * letters);
  const names = longestWidth(
    context,
    theme,
    Array.from(panels, (panel) => captionOf(trace, panel)),
    8 * letters,
  );
  const caption = Math.round(1.3 * letters);
  const space = width - 2 * edge;
  const limit = Math.max(1, Math.min(panels.length, Math.floor(space / (names + 0.6 * letters))));
  const sized = (across) => {
    const cell = Math.floor(space / across);
    const down = cell + caption;
    return { across, cell, down, height: caption + edge + Math.ceil(panels.length / across) * down };
  };
  let size = sized(Math.min(limit, trace.columns.length));
  while (size.across < limit && size.height > height) size = sized(size.across + 1);
  const inner = size.cell - Math.max(2, Math.round(0.06 * size.cell));
  const whole = 2 * edge + size.across * size.cell;
  return { ...size, byScore: true, panels, left: edge, top: caption, inner, names, width: whole };
}

/** Panels by falling score; those without one last, in their own order. */
function byFallingScore(trace) {
  const count = trace.rows.length * trace.columns.length;
  const score = (panel) => trace.scores.get(panel) ?? -Infinity;
  const falling = (first, other) => (score(first) === score(other) ? first - other : score(other) - score(first));
  return Int32Array.from({ length: count }, (_, panel) => panel).sort(falling);
}

/** "3.2", for layer 3, head 2. */
export function captionOf(trace, panel) {
  const columns = trace.columns.length;
  const names = [trace.rows[Math.floor(panel / columns)], trace.columns[panel % columns]];
  return names.filter((name) => name !== "").join(".");
}

/** The picture of all panels; by score, those without one are faded. */
export function paintAtlas(trace, layout, theme, { shown, renormalise, threshold }) {
  const { panels, across, cell, down, inner } = layout;
  const table = threshold > 0 ? tableAbove(theme.table, threshold) : theme.table;
  const lines = Math.ceil(panels.length / across);
  const base = picture(across * cell, lines * down, (pixels, stride) => {
    panels.forEach((panel, place) => {
      const [levels, count] = panelLevels(trace, panel, shown, renormalise);
      const [left, top] = [(place % across) * cell, Math.floor(place / across) * down];
      paintSquare(pixels, stride, left, top, inner, levels, count, table);
    });
  });
  if (!layout.byScore) return base;
  const context = base.getContext("2d");
  context.fillStyle = theme.paper;
  context.globalAlpha = 0.6;
  panels.forEach((panel, place) => {
    if (trace.scores.has(panel)) return;
    context.fillRect((place % across) * cell, Math.floor(place / across) * down, inner, inner);
  });
  return base;
}

/** One frame. */
export function drawAtlas(context, trace, layout, theme, { base, panel, preview }) {
  const unit = devicePixelRatio;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.drawImage(base, layout.left, layout.top);
  if (preview !== null && preview !== panel) {
    drawOutline(context, theme, ...cornerOf(layout, preview), layout.inner, layout.inner, 1 * unit);
  }
  drawOutline(context, theme, ...cornerOf(layout, panel), layout.inner, layout.inner, 2.5 * unit);
  const looked = preview ?? panel;
  if (layout.byScore) drawCaptions(context, trace, layout, theme, looked);
  else drawNames(context, trace, layout, theme, Math.floor(looked / layout.across), looked % layout.across);
}

function cornerOf(layout, panel) {
  const place = layout.panels.indexOf(panel);
  const line = Math.floor(place / layout.across);
  return [layout.left + (place % layout.across) * layout.cell, layout.top + line * layout.down];
}

function drawNames(context, trace, layout, theme, row, column) {
  const { letters } = theme;
  const middle = layout.inner / 2;
  for (const i of labelled(trace.rows.length, layout.cell, LABEL_HEIGHT * letters, [row])) {
    const y = layout.top + i * layout.cell + middle;
    const x = layout.left - 0.55 * letters;
    drawLabel(context, theme, trace.rows[i], x, y, { marked: i === row, width: layout.names });
  }
  const widest = longestWidth(context, theme, trace.columns, 20 * letters);
  // A name wider than its column stands above it only where there is no neighbour; the caption names it in any case.
  if (widest <= layout.cell * 3 || trace.columns.length > 1) {
    const pitch = widest + 0.7 * letters;
    for (const j of labelled(trace.columns.length, layout.cell, Math.min(pitch, 3 * layout.cell), [column])) {
      const x = layout.left + j * layout.cell + middle;
      const options = { marked: j === column, align: "center", width: 3 * layout.cell };
      drawLabel(context, theme, trace.columns[j], x, layout.top - 0.95 * letters, options);
    }
  }
  const [down, across] = trace.axes;
  context.font = fontOf(theme, 400);
  if (across) drawLabel(context, theme, `${across} →`, layout.left, 0.75 * letters, { align: "left" });
  if (down) {
    const y = layout.top + layout.inner * 0.1;
    drawLabel(context, theme, `← ${down}`, 0.75 * letters, y, { align: "right", turned: true });
  }
}

function drawCaptions(context, trace, layout, theme, looked) {
  for (const panel of layout.panels) {
    const [left, top] = cornerOf(layout, panel);
    const options = { marked: panel === looked, align: "center", width: layout.names };
    drawLabel(context, theme, captionOf(trace, panel), left + layout.inner / 2, top - 0.65 * theme.letters, options);
  }
}

/** The panel at a point of the canvas; undefined beside them. */
export function atlasAt(layout, x, y) {
  const { left, top, cell, down, across, panels, byScore } = layout;
  // A caption belongs to the panel under it.
  const line = Math.floor((y - top + (byScore ? down - cell : 0)) / down);
  const column = Math.floor((x - left) / cell);
  return line < 0 || column < 0 || column >= across ? undefined : panels[line * across + column];
}

/** The panel that a key leads to, as the panels are shown; undefined for another key. */
export function panelAfter({ panels, across, byScore }, panel, key) {
  const place = panels.indexOf(panel);
  // By score, a line has no meaning of its own: left and right lead through all of them.
  const first = byScore ? 0 : place - (place % across);
  const last = byScore ? panels.length - 1 : first + across - 1;
  const to = {
    ArrowUp: place - across,
    ArrowDown: place + across,
    ArrowLeft: Math.max(place - 1, first),
    ArrowRight: Math.min(place + 1, last),
    Home: first,
    End: last,
  }[key];
  return to === undefined ? undefined : (panels[to] ?? panel);
}

/** The table with everything below `threshold` in the colour of nothing. */
function tableAbove(table, threshold) {
  return table.map((colour, level) => (DECODED[level] < threshold ? table[0] : colour));
}

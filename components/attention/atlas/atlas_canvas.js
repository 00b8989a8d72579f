// The canvas of all panels: rows down, columns across, names on both sides.

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
import { panelLevels } from "./weights.js";

/**
 * @import { Context, LabelOptions, Theme } from "../../widgets/canvas/drawing.js"
 * @import { AtlasView } from "./attention_atlas.js"
 * @import { Trace } from "./weights.js"
 */

/** @typedef {ReturnType<typeof layoutAtlas>} AtlasLayout */

/**
 * Where everything on the canvas lies, for a space of so many device pixels.
 * @param {Trace} trace @param {Theme} theme @param {Context} context @param {number} width @param {number} height
 */
export function layoutAtlas(trace, theme, context, width, height) {
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
    down: rows,
    across: columns,
    left,
    top,
    cell,
    inner: cell - gap,
    names,
    width: left + columns * cell + edge,
    height: top + rows * cell + edge,
  };
}

/**
 * The picture of all panels.
 * @param {Trace} trace @param {AtlasLayout} layout @param {Theme} theme @param {number[]} shown
 */
export function paintAtlas(trace, layout, theme, shown) {
  const { across, down, cell, inner } = layout;
  return picture(across * cell, down * cell, (pixels, stride) => {
    for (let panel = 0; panel < across * down; panel += 1) {
      const [levels, count] = panelLevels(trace, panel, shown);
      const [left, top] = [(panel % across) * cell, Math.floor(panel / across) * cell];
      paintSquare(pixels, stride, left, top, inner, levels, count, theme.table);
    }
  });
}

/**
 * One frame.
 * @param {Context} context @param {Trace} trace @param {AtlasLayout} layout @param {Theme} theme
 * @param {Pick<AtlasView, "base" | "panel" | "preview">} pick
 */
export function drawAtlas(context, trace, layout, theme, { base, panel, preview }) {
  const unit = devicePixelRatio;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.drawImage(base, layout.left, layout.top);
  if (preview !== null && preview !== panel) {
    drawOutline(context, theme, ...cornerOf(layout, preview), layout.inner, layout.inner, 1 * unit);
  }
  drawOutline(context, theme, ...cornerOf(layout, panel), layout.inner, layout.inner, 2.5 * unit);
  const looked = preview ?? panel;
  drawNames(context, trace, layout, theme, Math.floor(looked / layout.across), looked % layout.across);
}

/** @param {AtlasLayout} atlasLayout @param {number} panel @returns {[number, number]} */
function cornerOf({ left, top, cell, across }, panel) {
  return [left + (panel % across) * cell, top + Math.floor(panel / across) * cell];
}

/**
 * @param {Context} context @param {Trace} trace @param {AtlasLayout} layout @param {Theme} theme @param {number} row
 * @param {number} column
 */
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
      /** @type {LabelOptions} */
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

/**
 * The panel at a point of the canvas; undefined beside them.
 * @param {AtlasLayout} atlasLayout @param {number} x @param {number} y
 */
export function atlasAt({ left, top, cell, across, down }, x, y) {
  const row = Math.floor((y - top) / cell);
  const column = Math.floor((x - left) / cell);
  return row < 0 || row >= down || column < 0 || column >= across ? undefined : row * across + column;
}

/**
 * The panel that a key leads to; undefined for another key.
 * @param {AtlasLayout} atlasLayout @param {number} panel @param {string} key
 */
export function panelAfter({ across, down }, panel, key) {
  const first = panel - (panel % across);
  const last = first + across - 1;
  const to = {
    ArrowUp: panel - across,
    ArrowDown: panel + across,
    ArrowLeft: Math.max(panel - 1, first),
    ArrowRight: Math.min(panel + 1, last),
    Home: first,
    End: last,
  }[key];
  return to === undefined || (to >= 0 && to < across * down) ? to : panel;
}

// One frame: sizes for the space there is, and all panels drawn from the same view.

import { enlargement } from "../../widgets/canvas/canvas_widget.js";
import { divergingTable } from "../../widgets/canvas/diverging.js";
import { contextOf, resize, themeOf } from "../../widgets/canvas/drawing.js";
import { element } from "../../widgets/canvas/elements.js";
import { set } from "../../widgets/canvas/wording.js";
import { paintPanel } from "./colours.js";
import { layOutScale } from "./legend.js";
import { lookedAt } from "./matrices.js";
import { drawPanel, plotLayout } from "./plot.js";
import { listenToPanel } from "./pointing.js";
import { updateTexts } from "./texts.js";

/**
 * @import { Panel } from "./matrices.js"
 * @import { PanelsView } from "./position_panels.js"
 */

const GAP = 14; // CSS pixels between two panels
const NARROW = 700;
const MAX_PER_ROW = { wide: 4, narrow: 2 }; // on a narrow screen a table is alone

/** One figure for every panel. Those that are there stay, so that none loses the focus. @param {PanelsView} view */
export function makeFigures(view) {
  const { trace, el } = view;
  while (view.figures.length > trace.panels.length) view.figures.pop()?.figure.remove();
  while (view.figures.length < trace.panels.length) {
    const made = newFigure(view);
    listenToPanel(view, made.canvas, view.figures.length);
    el.panels.append(made.figure);
    view.figures.push(made);
  }
  for (const [i, { title }] of view.figures.entries()) set(title, headingOf(trace.panels[i]));
}

/** @param {Panel} panel */
function headingOf({ title, meaning }) {
  return meaning ? `${title.split(":")[0]}: ${meaning}` : title;
}

/** @param {PanelsView} view */
function newFigure(view) {
  const [figure, caption, canvas] = [
    element("figure", "panel"),
    element("figcaption", "caption"),
    element("canvas", "plot"),
  ];
  const [title, value] = [element("span", "title"), element("b", "value")];
  const [scale, ramp, measured] = [element("div", "scale"), element("div", "ramp"), element("span", "measured")];
  canvas.tabIndex = view.figures.length === 0 ? 0 : -1; // all show the same pair: one stop of the Tab key
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-describedby", "panels-help");
  caption.append(title, " ", value);
  scale.append(ramp);
  figure.append(caption, canvas, scale, measured);
  return { figure, title, value, canvas, scale, ramp, measured, context: contextOf(canvas) };
}

/** Sizes everything anew and draws it at once: one frame less to wait for. @param {PanelsView} view */
export function layOut(view) {
  const { root, trace, figures } = view;
  // clientWidth may be rounded up, and the last panel wrap.
  view.width = Math.floor(root.getBoundingClientRect().width / (root.currentCSSZoom ?? 1));
  if (view.width === 0) return; // not on the screen
  const narrow = view.width < NARROW;
  root.classList.toggle("narrow", narrow);
  const theme = themeOf(root);
  const edge = `color-mix(in srgb, ${theme.text} 55%, ${theme.paper})`;
  view.theme = { ...theme, diverging: divergingTable(theme), edge };
  const rows = rowsOf(trace.panels, narrow);
  for (const line of view.el.panels.querySelectorAll(".line")) line.remove();
  view.layouts = trace.panels.map((panel, i) => {
    const { canvas, context, figure } = figures[i];
    if (rows[i].place === 0) figure.before(element("div", "line")); // what panels after it stand below
    const layout = plotLayout(panel, view.theme, context, {
      ...{ width: devicePixelRatio * view.width, gap: devicePixelRatio * GAP, enlarged: enlargement(root) },
      ...rows[i],
    });
    resize(canvas, layout.canvasWidth, layout.canvasHeight);
    figure.classList.toggle("abreast", layout.shares);
    figure.style.width = canvas.style.width;
    figure.style.setProperty("--left", `${layout.left / devicePixelRatio}px`);
    layOutScale(figures[i], panel, layout, view.theme);
    // For whoever measures the canvas: where the picture lies, in device pixels.
    const { left, top, width, height } = layout;
    Object.assign(canvas.dataset, { left, top, width, height });
    return layout;
  });
  view.pictures = trace.panels.map((panel, i) => paintPanel(panel, view.layouts[i], view.theme));
  draw(view);
}

/**
 * Which panels are beside each other. Where there is width, all of them in their order, so that tables and squares are
 * seen together; else squares with squares and tables with tables. For each panel its place in its row, of how many that
 * row has room for, whether it has numbers to its left, and how many of its row have: those that count the same rows as
 * the first share its numbers.
 * @param {Panel[]} panels @param {boolean} narrow
 */
function rowsOf(panels, narrow) {
  const placed = panels.map((panel, i) => {
    if (!narrow) {
      const abreast = Math.min(MAX_PER_ROW.wide, panels.length);
      const place = i % abreast;
      return {
        line: Math.floor(i / abreast),
        place,
        abreast,
        numbered: place === 0 || panel.row_axis !== panels[i - place].row_axis,
      };
    }
    const kin = panels.map(({ square }, other) => (square === panel.square ? other : -1)).filter((other) => other >= 0);
    const abreast = panel.square ? MAX_PER_ROW.narrow : 1;
    const place = kin.indexOf(i) % abreast;
    return { line: `${panel.square} ${Math.floor(kin.indexOf(i) / abreast)}`, place, abreast, numbered: place === 0 };
  });
  return placed.map((each) => ({
    ...each,
    numbers: placed.filter(({ line, numbered }) => line === each.line && numbered).length,
  }));
}

/** Draws one frame. @param {PanelsView} view */
export function draw(view) {
  const { root, trace, figures, layouts, pictures, theme } = view;
  if (layouts.length === 0) return;
  const shown = { active: lookedAt(view), locked: view.lock };
  for (const [i, panel] of trace.panels.entries()) {
    drawPanel(figures[i].context, panel, layouts[i], theme, pictures[i], shown);
  }
  updateTexts(view);
  root.dataset.drawn = trace.trace;
}

// What the panels show, in words made from their numbers.

import { redraw } from "../../widgets/canvas/canvas_widget.js";
import { fixed, set } from "../../widgets/canvas/wording.js";
import { lookedAt, valueAt } from "./matrices.js";
import { APART, samePair } from "./plot.js";

/**
 * @import { Pair, Panel } from "./matrices.js"
 * @import { PanelsView } from "./position_panels.js"
 */

/** A number with two decimals, or more where its panel's scale is small. @param {Panel} panel @param {number} value */
export function numberText(panel, value) {
  const reach = Math.max(Math.abs(panel.low), Math.abs(panel.high));
  const decimals = reach > 0 ? Math.min(6, Math.max(2, 2 - Math.floor(Math.log10(reach) + 1e-9))) : 2;
  return fixed(value, decimals);
}

/** "Position 17 and position 42, 25 apart". @param {Pair} pair */
function pairText({ first, second }) {
  if (first === second) return `Position ${first} with itself`;
  return `Position ${first} and position ${second}, ${Math.abs(first - second)} apart`;
}

/** What a panel says of a pair: a number in a square, nothing in a table. @param {Panel} panel @param {Pair} pair */
function panelText(panel, { first, second }) {
  if (!panel.square) return null;
  if (first < panel.rows && second < panel.columns) return numberText(panel, valueAt(panel, first, second));
  return `has no position ${Math.max(first, second)}`;
}

/**
 * All pairs of one distance in a square, from the smallest to the largest number: one, if only the distance counts.
 * @param {Panel} panel
 */
function rangeText(panel) {
  const apart = Math.min(APART, panel.rows - 1);
  if (!panel.square || apart < 1) return { text: null, varies: false };
  let [low, high] = [Infinity, -Infinity];
  for (let first = 0; first + apart < panel.rows; first++) {
    for (const value of [valueAt(panel, first, first + apart), valueAt(panel, first + apart, first)]) {
      [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
  }
  const [lowest, highest] = [numberText(panel, low), numberText(panel, high)];
  const varies = lowest !== highest;
  return { text: `╌ ${apart} positions apart: ${varies ? `${lowest} to ${highest}` : `always ${lowest}`}`, varies };
}

/** @param {PanelsView} panelsView @param {Pair} pair */
function finding({ trace }, pair) {
  const descriptions = trace.panels
    .map((panel) => ({ title: panel.title, text: panelText(panel, pair) }))
    .filter(({ text }) => text !== null);
  const named = descriptions.map(({ title, text }) => `${title} ${text}`);
  return `${pairText(pair)}${named.length > 0 ? `: ${named.join(", ")}` : ""}.`;
}

/** The number under the mouse in a table. @param {PanelsView} panelsView */
function cellText({ trace, cell }) {
  if (cell === null) return "";
  const panel = trace.panels[cell.panel];
  if (panel.square) return "";
  const column = panel.column_axis === "dimension" ? cell.column + 1 : cell.column; // in all rooms they count from 1
  const place = `${panel.row_axis} ${cell.row}, ${panel.column_axis} ${column}`.toLowerCase();
  return ` ${panel.title}, ${place}: ${numberText(panel, valueAt(panel, cell.row, cell.column))}.`;
}

/** @param {PanelsView} view */
export function updateTexts(view) {
  const { trace, el, figures, lock } = view;
  const pair = lookedAt(view);
  const isLocked = pair !== null && samePair(pair, lock);
  const text = `${pair === null ? "" : finding(view, pair)}${isLocked ? " Kept." : ""}${cellText(view)}`;
  set(el.said, text);
  el.said.parentElement?.classList.toggle("unlocked", lock === null);
  trace.panels.forEach((panel, i) => {
    const { text: range, varies } = rangeText(panel);
    set(figures[i].value, (pair === null ? range : panelText(panel, pair)) ?? "\u00a0"); // titles are level
    figures[i].value.classList.toggle("varies", pair === null && varies);
    const label = `${panel.title}: ${panel.rows} by ${panel.columns}, ${panel.row_axis} down, ${panel.column_axis} across.`;
    figures[i].canvas.ariaLabel = pair === null ? label : `${label} ${text}`;
  });
  set(el.reading, readingText(view));
  set(el.exact, averages(view) ? "The number that you point to is exact on every screen." : "");
}

/** What has to be known to read the pictures rightly. @param {PanelsView} view */
function readingText(view) {
  const notes = [];
  if (view.trace.panels.some(({ outliers }) => outliers.length > 0))
    notes.push("Rings: outliers, far beyond the scale of colours.");
  if (averages(view)) {
    notes.push(
      "Where there is no room for every number, a pixel shows their average, so fine stripes blend in a small picture.",
    );
  }
  return notes.join(" ");
}

/** Whether a picture has fewer pixels than numbers. @param {PanelsView} panelsView */
function averages({ trace, layouts }) {
  return trace.panels.some(({ rows, columns }, i) => rows > layouts[i].height || columns > layouts[i].width);
}

/** Says aloud what is found now. @param {PanelsView} view */
export function announce(view) {
  redraw(view);
  const pair = lookedAt(view);
  set(
    view.el.news,
    pair === null ? "No pair is kept" : `${finding(view, pair)}${samePair(pair, view.lock) ? " Kept." : ""}`,
  );
}

// The scale under a panel: its colours, and the numbers they stand for.

import { showScale } from "../../widgets/canvas/ramp.js";
import { levelOf, scaleOf } from "./colours.js";
import { numberText } from "./texts.js";

/**
 * @import { Panel } from "./matrices.js"
 * @import { PanelTheme, PlotLayout } from "./plot.js"
 * @import { PanelFigure } from "./position_panels.js"
 */

const CLOSE = 0.16; // of the scale: numbers nearer to each other would touch
const MIDDLE_FROM = 230; // pixels of a scale with room for a number in its middle
const STOPS = 33;

/** @param {PanelFigure} panelFigure @param {Panel} panel @param {PlotLayout} layout @param {PanelTheme} theme */
export function layOutScale({ scale, ramp, measured }, panel, layout, theme) {
  const colours = scaleOf(panel, theme);
  // Only those colours that the panel can have.
  const low = panel.diverging ? Math.min(panel.low, 0) : panel.low;
  const high = panel.diverging ? Math.max(panel.high, 0) : panel.high;
  scale.hidden = !(high > low);
  if (scale.hidden) return;
  measured.textContent = panel.measured ?? "";
  for (const each of [scale, measured]) {
    each.style.marginInlineStart = `${layout.left / devicePixelRatio}px`;
    each.style.width = `${layout.width / devicePixelRatio}px`;
  }
  const stops = Array.from({ length: STOPS }, (_, i) => {
    const pixel = colours.table[levelOf(colours, low + (i / (STOPS - 1)) * (high - low))];
    return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  });
  const place = (/** @type {number} */ value) => (value - low) / (high - low);
  const middle = panel.diverging ? 0 : (low + high) / 2;
  const hasRoom = layout.width > MIDDLE_FROM * devicePixelRatio && place(middle) > CLOSE && place(middle) < 1 - CLOSE;
  const numbers = hasRoom ? [low, middle, high] : [low, high];
  const beyond = (/** @type {number} */ value) =>
    panel.outliers.length === 0 || value === middle ? "" : value < 0 ? "≤ " : "≥ ";
  showScale(
    { scale, ramp },
    stops,
    numbers.map((value) => [beyond(value) + numberText(panel, value).replace(/\.?0+$/, ""), place(value)]),
  );
}

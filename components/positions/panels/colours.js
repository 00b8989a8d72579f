// From numbers to pixels: around zero the colours of diverging.js, otherwise the theme's sequential ones.

import { picture } from "../../widgets/canvas/drawing.js";

/**
 * @import { Area } from "../../widgets/canvas/drawing.js"
 * @import { Panel } from "./matrices.js"
 * @import { PanelTheme } from "./plot.js"
 */

/**
 * How the numbers of a panel become colours. `low` and `high` are the numbers at both ends of the table.
 * @param {Panel} panel @param {PanelTheme} theme
 */
export function scaleOf(panel, theme) {
  if (!panel.diverging) return { table: theme.table, low: panel.low, high: panel.high };
  const reach = Math.max(Math.abs(panel.low), Math.abs(panel.high));
  return { table: theme.diverging, low: -reach, high: reach };
}

/** The place of a number among 256 colours. @param {{ low: number, high: number }} given @param {number} value */
export function levelOf({ low, high }, value) {
  if (high <= low) return 0;
  return Math.min(255, Math.max(0, Math.round((255 * (value - low)) / (high - low))));
}

/** The picture of a panel. @param {Panel} panel @param {Area} area @param {PanelTheme} theme */
export function paintPanel(panel, { width, height }, theme) {
  const scale = scaleOf(panel, theme);
  return picture(width, height, (pixels, stride) => {
    const row = new Float32Array(panel.columns);
    for (let y = 0; y < height; y += 1) {
      meanOfRows(row, panel, (y * panel.rows) / height, ((y + 1) * panel.rows) / height);
      for (let x = 0; x < width; x += 1) {
        const value = meanOf(row, (x * panel.columns) / width, ((x + 1) * panel.columns) / width);
        pixels[y * stride + x] = scale.table[levelOf(scale, value)];
      }
    }
  });
}

/**
 * The mean of what lies between two places, each cell by the share that is covered. Where a pixel is smaller than a cell
 * it shows the one that its middle lies in. Leaving cells out, or taking the largest, would draw waves that are not there.
 * @param {Float32Array} numbers @param {number} start @param {number} end
 */
function meanOf(numbers, start, end) {
  if (end - start <= 1) return numbers[Math.floor((start + end) / 2)];
  let sum = 0;
  for (let i = Math.floor(start); i < end; i += 1)
    sum += (Math.min(i + 1, end) - Math.max(i, start)) * (numbers[i] ?? 0);
  return sum / (end - start);
}

/**
 * The same for whole rows, written into `row`.
 * @param {Float32Array} row @param {Panel} panel @param {number} start @param {number} end
 */
function meanOfRows(row, { values, columns }, start, end) {
  if (end - start <= 1) {
    const from = Math.floor((start + end) / 2) * columns;
    row.set(values.subarray(from, from + columns));
    return;
  }
  row.fill(0);
  for (let i = Math.floor(start); i < end && i * columns < values.length; i += 1) {
    const share = (Math.min(i + 1, end) - Math.max(i, start)) / (end - start);
    for (let j = 0; j < columns; j += 1) row[j] += share * values[i * columns + j];
  }
}

// The feed-forward block of a layer: every unit as a dot on the curve of the activation function.

import { drawLabel } from "../canvas/drawing.js";
import { fixed } from "../canvas/wording.js";
import { boxNamed } from "./fetching.js";

/**
 * @import { Area, Context } from "../canvas/drawing.js"
 * @import { BuildingView } from "./layer_building.js"
 */

const DOT = 3.2; // CSS pixels
const NEAR = 7; // of a unit that the pointer finds

/** @param {Context} context @param {BuildingView} view @param {Area} area */
export function drawUnits(context, view, area) {
  const { theme, shown } = view;
  const { letters } = theme;
  const inputs = boxNamed(view, "up").values;
  const outputs = boxNamed(view, "activated").values;
  const bounds = [rangeOf(inputs), rangeOf(outputs)];
  const isNarrow = area.width < 560 * devicePixelRatio;
  const side = isNarrow ? 0 : 0.26 * area.width;
  const inner = { left: area.left + letters, top: area.top + 2 * letters, width: area.width - side - 2 * letters };
  const height = area.height - (isNarrow ? 6.4 : 4) * letters;
  const xOf = (/** @type {number} */ value) =>
    inner.left + ((value - bounds[0][0]) / (bounds[0][1] - bounds[0][0])) * inner.width;
  const yOf = (/** @type {number} */ value) =>
    inner.top + height - ((value - bounds[1][0]) / (bounds[1][1] - bounds[1][0])) * height;
  drawAxes(context, view, inner, height, xOf(0), yOf(0));
  const order = [...inputs.keys()].sort((a, b) => inputs[a] - inputs[b]);
  context.strokeStyle = theme.text;
  context.lineWidth = devicePixelRatio;
  context.globalAlpha = 0.5;
  context.beginPath();
  for (const unit of order) context.lineTo(xOf(inputs[unit]), yOf(outputs[unit]));
  context.stroke();
  context.fillStyle = theme.hues[1];
  context.globalAlpha = 0.55;
  for (const unit of order) {
    context.beginPath();
    context.arc(xOf(inputs[unit]), yOf(outputs[unit]), DOT * devicePixelRatio, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
  const opener = view.place in inputs ? view.place : order[order.length - 1];
  showUnit(context, view, {
    ...{ unit: opener, input: inputs[opener], output: outputs[opener] },
    ...{ x: xOf(inputs[opener]), y: yOf(outputs[opener]), zero: [xOf(0), yOf(0)] },
  });
  const on = inputs.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
  const foot = inner.top + height + 1.6 * letters;
  const options = { width: inner.width / 2 };
  drawLabel(context, theme, `off: ${fixed(inputs.length - on, 0)} units`, xOf(0) - 0.6 * letters, foot, options);
  drawLabel(context, theme, `on: ${fixed(on, 0)}`, xOf(0) + 0.6 * letters, foot, { ...options, align: "left" });
  drawWritten(
    context,
    view,
    isNarrow ? [area.left, foot + 1.6 * letters] : [area.left + area.width - side + letters, area.top + 3 * letters],
    isNarrow,
  );
  const near = NEAR * devicePixelRatio;
  for (const unit of order) {
    view.targets.push({
      ...{ left: xOf(inputs[unit]) - near / 2, top: yOf(outputs[unit]) - near / 2, width: near, height: near },
      ...{ level: "numbers", box: "up", place: unit },
      text: `Unit ${unit + 1} of ${inputs.length}: ${fixed(inputs[unit], 3)} becomes ${fixed(outputs[unit], 3)}. It is in layer ${shown.floor}.`,
    });
  }
}

/** From below the smallest to above the largest number, with zero. @param {Float32Array} values */
function rangeOf(values) {
  let [low, high] = [0, 0];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const margin = 0.05 * (high - low) || 1;
  return [low - margin, high + margin];
}

/**
 * @param {Context} context @param {BuildingView} buildingView
 * @param {{ left: number, top: number, width: number }} given @param {number} height @param {number} x
 * @param {number} y
 */
function drawAxes(context, { theme }, { left, top, width }, height, x, y) {
  context.fillStyle = theme.text;
  context.globalAlpha = 0.3;
  context.fillRect(left, y, width, devicePixelRatio);
  context.fillRect(x, top, devicePixelRatio, height);
  context.globalAlpha = 1;
}

/**
 * One unit as an example of how the curve is read: its number, its input below it and its output beside it.
 * @param {Context} context @param {BuildingView} buildingView
 * @param {{ unit: number, input: number, output: number, x: number, y: number, zero: [number, number] }} given
 */
function showUnit(context, { theme }, { unit, input, output, x, y, zero }) {
  const { letters } = theme;
  context.strokeStyle = theme.text;
  context.lineWidth = devicePixelRatio;
  context.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  context.beginPath();
  context.moveTo(x, zero[1]);
  context.lineTo(x, y);
  context.lineTo(zero[0], y);
  context.stroke();
  context.setLineDash([]);
  context.lineWidth = 2 * devicePixelRatio;
  context.beginPath();
  context.arc(x, y, 2 * DOT * devicePixelRatio, 0, 2 * Math.PI);
  context.stroke();
  const isRight = x > zero[0];
  const align = isRight ? "right" : "left";
  const beside = isRight ? -letters : letters;
  drawLabel(context, theme, `unit ${unit + 1}`, x + beside, y + (output > 0 ? -0.8 : 0.8) * letters, {
    align,
    marked: true,
  });
  drawLabel(context, theme, `input ${fixed(input, 2)}`, x, zero[1] + 0.9 * letters, { align: "center" });
  drawLabel(context, theme, `output ${fixed(output, 2)}`, zero[0] - 0.5 * Math.sign(x - zero[0]) * letters, y, {
    align: isRight ? "right" : "left",
  });
}

/**
 * What the block writes, seen by what the vocabulary head would read before and after it.
 * @param {Context} context @param {BuildingView} buildingView @param {[number, number]} given @param {boolean} isNarrow
 */
function drawWritten(context, { theme, shown }, [left, top], isNarrow) {
  const { words, between, added } = shown.way;
  const layer = shown.floor - 1;
  const lines = [`All units together add ${fixed(added[layer][1], 2)} × the vector’s length.`];
  if (between.length > 0) lines.push(`guess before: ${between[layer]}`, `guess after: ${words[layer + 1]}`);
  if (isNarrow) {
    drawLabel(context, theme, lines.slice(1).join(" · ") || lines[0], left, top, { align: "left" });
    return;
  }
  lines.forEach((line, place) => {
    drawLabel(context, theme, line, left, top + 2 * place * theme.letters, { align: "left", marked: place === 2 });
  });
}

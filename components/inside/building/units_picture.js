// The feed-forward block of a layer: every unit as a dot on the curve of the activation function.

import { drawLabel } from "../../widgets/canvas/drawing.js";
import { fixed } from "../../widgets/canvas/wording.js";
import { boxNamed } from "./fetching.js";

const DOT = 3.2; // CSS pixels
const NEAR = 7; // of a unit that the pointer finds
const NAMED = 3; // units with the largest outputs

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
  const xOf = (value) => inner.left + ((value - bounds[0][0]) / (bounds[0][1] - bounds[0][0])) * inner.width;
  const yOf = (value) => inner.top + height - ((value - bounds[1][0]) / (bounds[1][1] - bounds[1][0])) * height;
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
  nameUnits(context, view, outputs, (unit) => [xOf(inputs[unit]), yOf(outputs[unit])]);
  const on = inputs.reduce((count, value) => count + (value > 0 ? 1 : 0), 0);
  const foot = inner.top + height + 1.6 * letters;
  const options = { width: inner.width / 2 };
  drawLabel(context, theme, `below zero: ${fixed(inputs.length - on, 0)} units`, xOf(0) - 0.6 * letters, foot, options);
  drawLabel(context, theme, `above zero: ${fixed(on, 0)}`, xOf(0) + 0.6 * letters, foot, { ...options, align: "left" });
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
      ...{ level: "numbers", box: "activated", place: unit },
      text: `Unit ${unit + 1} of ${inputs.length}: ${fixed(inputs[unit], 3)} becomes ${fixed(outputs[unit], 3)}. It is in layer ${shown.floor}.`,
    });
  }
}

/** From below the smallest to above the largest number, with zero. */
function rangeOf(values) {
  let [low, high] = [0, 0];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const margin = 0.05 * (high - low) || 1;
  return [low - margin, high + margin];
}

function drawAxes(context, { theme }, { left, top, width }, height, x, y) {
  context.fillStyle = theme.text;
  context.globalAlpha = 0.3;
  context.fillRect(left, y, width, devicePixelRatio);
  context.fillRect(x, top, devicePixelRatio, height);
  context.globalAlpha = 1;
  drawLabel(context, theme, "output", x, top - 0.9 * theme.letters, { align: "center" });
  drawLabel(context, theme, "input", left + width, y - 0.9 * theme.letters);
}

/** The numbers of the units with the largest outputs, where they do not cover each other. */
function nameUnits(context, { theme }, outputs, placeOf) {
  const largest = [...outputs.keys()].sort((a, b) => outputs[b] - outputs[a]).slice(0, NAMED);
  let lowest = -Infinity;
  for (const unit of largest) {
    const [x, y] = placeOf(unit);
    if (y - lowest < 1.2 * theme.letters) continue;
    drawLabel(context, theme, `unit ${unit + 1}`, x - 0.7 * theme.letters, y);
    lowest = y;
  }
}

/** What the block writes, seen by what the vocabulary head would read before and after it. */
function drawWritten(context, { theme, shown }, [left, top], isNarrow) {
  const { words, between, added } = shown.way;
  const layer = shown.floor - 1;
  const lines = [`It adds ${fixed(added[layer][1], 2)} times the vector’s length.`];
  if (between.length > 0)
    lines.push(`guess after attention: ${between[layer]}`, `after feed-forward: ${words[layer + 1]}`);
  if (isNarrow) {
    drawLabel(context, theme, lines.slice(1).join(" · ") || lines[0], left, top, { align: "left" });
    return;
  }
  lines.forEach((line, place) => {
    drawLabel(context, theme, line, left, top + 2 * place * theme.letters, { align: "left", marked: place === 2 });
  });
}

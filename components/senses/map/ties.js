// The visitor's own sentence: lines to the sentences that voted for it, and a trail from where it lay before.

import { placesAt } from "./points.js";
import { lookOf } from "./shapes.js";

/** The visitor's own point; undefined where there is none, or several. */
function ownPoint(points) {
  return points.own.size === 1 ? [...points.own][0] : undefined;
}

/** Where the own point lay in the map before, at every layer; null where it is a new one. */
export function leftBehind(before, points) {
  const point = ownPoint(points);
  if (before === undefined || point === undefined || ownPoint(before) !== point) return null;
  return points.layers.map((_, layer) => placesAt(before, layer).slice(2 * point, 2 * point + 2));
}

/** Draws the lines, in the layer whose neighbours they lead to, and the trail, below what is drawn already. */
export function drawTies(context, view) {
  const {
    points,
    places,
    voters,
    voting,
    left,
    layer,
    theme,
    layout: { pad, span, radius },
  } = view;
  const custom = ownPoint(points);
  if (custom === undefined) return;
  const pixel = (x, y) => [pad + span * x, pad + span * y];
  const here = pixel(places[2 * custom], places[2 * custom + 1]);
  context.lineWidth = 2.5 * devicePixelRatio;
  for (const voter of voting === null || voting === layer ? voters : []) {
    context.strokeStyle = lookOf(theme, points.label[voter]).hue;
    context.beginPath();
    context.moveTo(...here);
    context.lineTo(...pixel(places[2 * voter], places[2 * voter + 1]));
    context.stroke();
  }
  if (left === null) return;
  const earlier = pixel(...left[layer]);
  context.strokeStyle = theme.text;
  context.lineWidth = 1.5 * devicePixelRatio;
  context.globalAlpha = 0.65;
  context.beginPath();
  context.arc(...earlier, radius, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  context.beginPath();
  context.moveTo(...earlier);
  context.lineTo(...here);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

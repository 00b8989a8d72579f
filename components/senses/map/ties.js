// The visitor's own sentence: lines to the sentences that voted for it, and a trail from where it lay before.

import { placesAt } from "./points.js";
import { lookOf } from "./shapes.js";

/**
 * @import { Context } from "../../widgets/canvas/drawing.js"
 * @import { Points } from "./points.js"
 * @import { MapView } from "./sense_map.js"
 */

const RING = 2.7; // radii of other marks: that of the ring around the own mark

/** The visitor's own point; undefined where there is none, or several. @param {Points} points */
function ownPoint(points) {
  return points.added.size === 1 ? [...points.added][0] : undefined;
}

/**
 * Where the own point lay in the map before, at every layer; null where it is a new one.
 * @param {Points | undefined} before @param {Points} points
 */
export function leftBehind(before, points) {
  const point = ownPoint(points);
  if (before === undefined || point === undefined || ownPoint(before) !== point) return null;
  return points.layers.map((_, layer) => placesAt(before, layer).slice(2 * point, 2 * point + 2));
}

/**
 * Whether one of the lines can be seen: short ones lie under the marks of their ends. It is the same in every layer, so
 * that no text changes while the map plays.
 * @param {MapView} mapView
 */
export function showsTies({ points, voters, voting, layout }) {
  const custom = ownPoint(points);
  if (custom === undefined || voters.length === 0) return false;
  if (voting === null || !layout) return true;
  const places = placesAt(points, voting);
  const lengths = voters.map((voter) =>
    Math.hypot(places[2 * voter] - places[2 * custom], places[2 * voter + 1] - places[2 * custom + 1]),
  );
  return layout.span * Math.max(...lengths) > layout.pad;
}

/**
 * Draws the lines, in the layer whose neighbours they lead to: above the marks, which may hide them where many lie, and
 * from the ring of the own mark on.
 * @param {Context} context @param {MapView} view
 */
export function drawTies(context, view) {
  const {
    points,
    places,
    voters,
    voting,
    layer,
    theme,
    layout: { pad, span, drop, radius },
  } = view;
  const custom = ownPoint(points);
  if (custom === undefined || (voting !== null && voting !== layer)) return;
  const pixel = (/** @type {number} */ point) => [pad + span * places[2 * point], pad + drop * places[2 * point + 1]];
  const [x, y] = pixel(custom);
  for (const voter of voters) {
    const [toX, toY] = pixel(voter);
    const length = Math.hypot(toX - x, toY - y);
    const ring = RING * radius;
    if (length <= ring) continue;
    for (const { colour, width } of [
      { colour: theme.paper, width: 5.5 },
      { colour: lookOf(theme, points.label[voter]).hue, width: 2.5 },
    ]) {
      context.strokeStyle = colour;
      context.lineWidth = width * devicePixelRatio;
      context.beginPath();
      context.moveTo(x + ((toX - x) * ring) / length, y + ((toY - y) * ring) / length);
      context.lineTo(toX, toY);
      context.stroke();
    }
  }
}

/**
 * Draws the trail from where the own point lay before, below what is drawn already.
 * @param {Context} context @param {MapView} mapView
 */
export function drawWay(context, { points, places, left, layer, theme, layout: { pad, span, drop, radius } }) {
  const custom = ownPoint(points);
  if (custom === undefined || left === null) return;
  /** @param {number} x @param {number} y @returns {[number, number]} */
  const pixel = (x, y) => [pad + span * x, pad + drop * y];
  const here = pixel(places[2 * custom], places[2 * custom + 1]);
  const earlier = pixel(left[layer][0], left[layer][1]);
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

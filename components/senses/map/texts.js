// The texts around the canvas. Sentences are what a visitor typed: they reach the page through textContent alone.

import { element } from "../../widgets/canvas/elements.js";
import { labelName } from "./legend.js";
import { lookedAt } from "./points.js";
import { swatch } from "./shapes.js";
import { showsTies } from "./ties.js";

/**
 * @import { Points } from "./points.js"
 * @import { MapView } from "./sense_map.js"
 */

const MAX_CONTEXT = 90; // characters on each side of the word; the rest of a long sentence is left out

/** A sentence in three parts: before the word, the word, after it. @param {Points} points @param {number} point */
export function partsOf({ texts, spans }, point) {
  const letters = [...texts[point]]; // code points, as Python counts
  const [start, end] = spans[point];
  const before = letters.slice(0, start);
  const after = letters.slice(end);
  return [
    before.length > MAX_CONTEXT ? `…${before.slice(-MAX_CONTEXT).join("")}` : before.join(""),
    letters.slice(start, end).join(""),
    after.length > MAX_CONTEXT ? `${after.slice(0, MAX_CONTEXT).join("")}…` : after.join(""),
  ];
}

/** What is known of a point besides its sentence. @param {Points} points @param {number} point */
function tagsOf(points, point) {
  const tags = [labelName(points, points.label[point])];
  if (points.added.has(point)) tags.push(points.owner ?? "your sentence");
  return tags;
}

/**
 * What the lines mean, and of which layer they are, while no dot is pointed at: the same text while the map plays, so that
 * nothing moves.
 * @param {MapView} view
 */
function tiesText(view) {
  const { voters, voting } = view;
  if (voters.length === 0) return "";
  if (!showsTies(view)) return `The finding is about layer ${voting}.`;
  const where = voting === null ? "" : `in layer ${voting}, `;
  return `Lines lead to the sentences that are nearest ${where}in all dimensions.`;
}

/** @param {MapView} view */
export function updateTexts(view) {
  const { points, el, layer } = view;
  const point = lookedAt(view);
  const name = points.layers[layer];
  if (el["layer-name"].textContent !== name) el["layer-name"].textContent = name;
  const idle = tiesText(view) || "Each dot is a sentence. Near dots: the word’s vectors are alike.";
  const state = point === null ? idle : `${points.map} ${point} ${tagsOf(points, point)} ${point === view.point}`;
  if (el.said.dataset.said === state) return;
  el.said.dataset.said = state;
  el.plot.ariaLabel = `Map of ${points.count} points. ${point === null ? "" : spoken(view, point)}`.trim();
  if (point === null) {
    el.said.replaceChildren(idle);
    return;
  }
  const sentence = document.createElement("bdi"); // a sentence written from right to left leaves the label alone
  const word = document.createElement("b");
  const [before, middle, after] = partsOf(points, point);
  word.textContent = middle;
  sentence.append(before, word, after);
  const tags = tagsOf(points, point).map((tag) => element("span", "tag", tag));
  if (point === view.point) tags.push(element("span", "tag", "pinned"));
  el.said.replaceChildren(swatch(view.theme, points.label[point]), sentence, " ", ...tags);
}

/** @param {MapView} mapView @param {number} point */
export function spoken({ points, point: locked }, point) {
  const tags = tagsOf(points, point).join(", ");
  return `${partsOf(points, point).join("")} Label: ${tags}${point === locked ? ", pinned" : ""}.`;
}

/**
 * Says a text aloud, again if it is what was said last: a live region reads changes only.
 * @param {MapView} mapView @param {string} text
 */
export function announce({ el }, text) {
  el.news.textContent = el.news.textContent === text ? `${text}\u00a0` : text;
}

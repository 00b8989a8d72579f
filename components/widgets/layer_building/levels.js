// The levels of the machine: the whole pass, then one part of it, down to single numbers. A level is a way to look at what
// is open (floor, token, box, number), so that going on to the numbers keeps the place.

import { redraw, tell } from "../canvas/canvas_widget.js";
import { set, tokenName } from "../canvas/wording.js";
import { boxOf, floorPart, wantFloor } from "./fetching.js";
import { cellOf, placeOfLargest } from "./reading.js";
import { stopPass } from "./rising.js";
import { startZoom } from "./zooming.js";

/**
 * @import { BuildingView } from "./layer_building.js"
 * @import { Pass } from "./reading.js"
 */

export const NUMBERS = "numbers";
/** @type {Record<string, string>} */
const OUT = { attention: "whole", head: "attention", weight: "head", units: "whole", sum: "whole", answer: "whole" };

/**
 * How a level is read, and what can be clicked in it.
 * @type {Record<string, string>}
 */
export const CAPTIONS = {
  attention: "Each card is a head, with the word that it looks at most. Wider is more attention.",
  head: "Wider is more attention.",
  weight:
    "Bottom to top: where query and key have the same colour, the score grows. The root (√) keeps long vectors from giving larger scores.",
  units:
    "Each dot is a unit, a small detector: the curve mutes it below zero, and what passes is written into the word’s vector.",
  sum: "Bottom to top: the vectors are added, number by number. Blue is above zero, orange below.",
  answer: "The vector is compared with every word’s vector; the largest dot products win.",
};

/** The level that a click outside leads back to; undefined where there is none. @param {string} level */
export function levelAbove(level) {
  return level === NUMBERS ? "whole" : OUT[level];
}

/** The level that shows a floor as a whole. @param {Pass} pass @param {number} floor */
export function levelOfFloor({ streams }, floor) {
  if (floor === 0) return "sum";
  return floor < streams ? "attention" : "answer";
}

/** The level in which a box is drawn, for the way back from its numbers. @param {BuildingView} view */
export function levelOfBox(view) {
  const { key } = boxOf(view);
  if (key in { up: 1, activated: 1, gate: 1, gated: 1, down: 1, feed_forward_sum: 1 }) return "units";
  return levelOfFloor(view.pass, view.shown.floor);
}

/**
 * Zooms to a level as soon as its floor is there. What `place` does not name stays.
 *
 * @param {BuildingView} view
 * @param {string} level
 * @param {{ floor?: number, head?: number, index?: number, place?: number }} place
 * @param {number} wait
 */
export function zoomTo(view, level, place = {}, wait = 0) {
  const before = { level: view.level, floor: view.shown.floor, cell: cellOfView(view) };
  if (view.isPlaying) stopPass(view);
  view.floor = place.floor ?? view.floor;
  view.hover = null;
  view.failed.clear(); // a click tries again
  redraw(view);
  wantFloor(view, () => {
    view.shown = view.floorsFetched.get(floorPart(view)) ?? view.shown;
    view.level = level;
    const boxes = view.pass.level_boxes[level];
    view.box = boxes?.find((key) => view.shown.boxes.some((box) => box.key === key)) ?? boxOf(view).key;
    view.place = placeIn(view, place);
    startZoom(view, before, { level, floor: view.floor, cell: cellOfView(view) });
    view.peek = null;
    view.cursor = null;
    set(view.el.news, levelName(view));
    redraw(view);
    tell(view, wait);
  });
}

/** One level up; of the numbers that is the whole pass. @param {BuildingView} view */
export function zoomOut(view) {
  const above = levelAbove(view.level);
  if (above) zoomTo(view, above);
}

/**
 * The number that is looked at: the one that is named, or the largest of the head, or of all.
 *
 * @param {BuildingView} view
 * @param {{ head?: number, index?: number, place?: number }} named
 */
function placeIn(view, { head, index, place }) {
  const box = boxOf(view);
  if (place !== undefined) return Math.min(place, box.size - 1);
  const width = box.heads > 0 ? box.size / box.heads : box.size;
  const [nowHead, nowIndex] = cellOf(box, Math.min(view.place, box.size - 1));
  if (view.level === "weight") return (head ?? nowHead) * width + (index ?? nowIndex);
  if (view.level !== "head") return placeOfLargest(box);
  const start = (head ?? nowHead) * width;
  const values = box.values.subarray(start, start + width);
  return start + values.indexOf(Math.max(...values));
}

/** Head and number that a level is about. @param {BuildingView} view */
export function cellOfView(view) {
  return cellOf(boxOf(view), view.place);
}

/**
 * The levels from the whole pass to the one that is shown, with the names of their buttons.
 * @param {BuildingView} view
 */
export function trailOf(view) {
  const { pass, level, shown } = view;
  if (level === "whole") return [];
  const trail = [{ level: "whole", name: "The whole pass" }];
  const floor = pass.floors[shown.floor];
  if (level === NUMBERS) return [...trail, { level: levelOfBox(view), name: floor }, { level, name: "every number" }];
  if (level === "sum" || level === "answer") return [...trail, { level, name: floor }];
  if (level === "units") return [...trail, { level, name: `${floor}, feed-forward` }];
  trail.push({ level: "attention", name: `${floor}, attention` });
  const [head, index] = cellOfView(view);
  if (level !== "attention") trail.push({ level: "head", name: `head ${head + 1}` });
  if (level === "weight") trail.push({ level, name: tokenName(pass, index) });
  return trail;
}

/** What is open, in words. @param {BuildingView} view */
export function levelName(view) {
  const trail = trailOf(view)
    .slice(1)
    .map(({ name }) => name);
  return trail.length > 0 ? `${trail.join(", ")}: ${tokenName(view.pass, view.shown.token)}` : "The whole pass";
}

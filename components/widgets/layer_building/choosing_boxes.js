// What is chosen: a floor and a token, a box, a number.

import { redraw, tell } from "../canvas/canvas_widget.js";
import { set, tokenName } from "../canvas/wording.js";
import { boxOf, floorPart, numberPart, wantFloor } from "./fetching.js";
import { numberSaid } from "./number_panel.js";
import { placeOfLargest } from "./reading.js";

/** @import { BuildingView, FloorPlace } from "./layer_building.js" */

export const TELL_AFTER_MS = 300; // only where a run of arrow keys ends
const OF_UNITS = new Set(["up", "activated", "gate", "gated"]); // boxes with a number for each unit

/**
 * Follows another token; what is open stays open.
 * @param {BuildingView} view @param {number} token @param {number} [wait]
 */
export function followToken(view, token, wait = 0) {
  if (!canFollow(view, token)) return;
  openFloor(view, { floor: view.floor, token }, wait);
}

/**
 * Whether a token's way is in a page without a server, if this is one.
 * @param {BuildingView} buildingView @param {number} token
 */
function canFollow({ settings, floor, floorsFetched }, token) {
  const part = floorPart({ floor, token });
  return !settings.parts || part in settings.parts || floorsFetched.has(part);
}

/**
 * Opens a floor for a token; the box and the number stay where the floor has them.
 * @param {BuildingView} view @param {FloorPlace} floorPlace @param {number} [wait]
 */
export function openFloor(view, { floor, token }, wait = 0) {
  view.floor = floor;
  view.token = token;
  view.hover = null;
  redraw(view);
  wantFloor(view, () => {
    const before = boxOf(view);
    view.shown = view.floorsFetched.get(floorPart(view)) ?? view.shown;
    const now = boxOf(view);
    const isElsewhere = now.key !== before.key || view.place >= now.size || view.settings.parts;
    if (isElsewhere) view.place = placeOfLargest(now);
    view.box = now.key;
    view.peek = null;
    set(view.el.news, `${view.pass.floors[floor]}, ${tokenName(view.pass, token)}`);
    redraw(view);
    tell(view, wait);
  });
}

/** @param {BuildingView} view @param {string} key */
export function openBox(view, key) {
  const isOfUnits = OF_UNITS.has(boxOf(view).key) && OF_UNITS.has(key);
  view.box = key;
  view.peek = null;
  if (!isOfUnits) view.place = placeOfLargest(boxOf(view)); // else the unit stays the same
  set(view.el.news, numberSaid(view));
  redraw(view);
  tell(view);
}

/** @param {BuildingView} view @param {number} place @param {number} [wait] */
export function chooseNumber(view, place, wait = 0) {
  view.place = place;
  view.peek = null;
  view.failed.delete(numberPart(view, place));
  set(view.el.news, numberSaid(view));
  redraw(view);
  tell(view, wait);
}

/** Arrow keys on the building. @param {BuildingView} buildingView @param {string} key @param {number} step */
export function floorAfter({ pass, floor, token }, key, step) {
  const clamp = (/** @type {number} */ value, /** @type {number} */ count) => Math.min(Math.max(value, 0), count - 1);
  /** @type {Record<string, [number, number]>} */
  const moves = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -step], ArrowRight: [0, step] };
  const move = moves[key];
  if (!move) return undefined;
  return { floor: clamp(floor + move[0], pass.floors.length), token: clamp(token + move[1], pass.count) };
}

/** Arrow keys on the picture of a box. @param {BuildingView} view @param {string} key @param {number} step */
export function placeAfter(view, key, step) {
  const box = boxOf(view);
  /** @type {Record<string, number>} */
  const moves = { ArrowUp: -box.columns, ArrowDown: box.columns, ArrowLeft: -step, ArrowRight: step };
  if (!(key in moves)) return undefined;
  const to = view.place + moves[key];
  return to >= 0 && to < box.size ? to : view.place;
}

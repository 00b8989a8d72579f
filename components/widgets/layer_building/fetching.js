// Floors of tokens and calculations of numbers, fetched when they are looked at: from the app, or on a page without one
// from the parts that came along, or from what the page gives as `getPart`.

import { decodeBase64 } from "../../takeaway/browser_model/base64.js";
import { appRoot } from "../canvas/app_root.js";
import { redraw } from "../canvas/canvas_widget.js";
import { cellOf, readFloor } from "./reading.js";

/**
 * @import { BuildingView, FloorPlace } from "./layer_building.js"
 * @import { BuildingSettings, Floor } from "./reading.js"
 */

const FETCH_AFTER_MS = 60; // arrow keys held down and a moving mouse run over what nobody wants
const MOST_FLOORS = 64; // 90 kB each for BERT-base
const MOST_NUMBERS = 500;

/**
 * The name under which a number's calculation is kept, and its address.
 * @param {BuildingView} view @param {number} place
 */
export function numberPart(view, place) {
  const { floor, token } = view.shown;
  const box = boxOf(view);
  return `number/${floor}/${token}/${box.key}/${cellOf(box, place).join("/")}`;
}

/** @param {FloorPlace} floorPlace */
export function floorPart({ floor, token }) {
  return `floor/${floor}/${token}`;
}

/** The box that is open. @param {Pick<BuildingView, "shown" | "box">} pick */
export function boxOf({ shown, box }) {
  return shown.boxes.find((each) => each.key === box) ?? shown.boxes[0];
}

/** A box of a floor by its key; undefined where the floor has none. @param {Floor} floor @param {string} key */
export function boxIn(floor, key) {
  return floor.boxes.find((each) => each.key === key);
}

/** A box of the shown floor. @param {Pick<BuildingView, "shown">} view @param {string} key */
export function boxNamed({ shown }, key) {
  const box = boxIn(shown, key);
  if (!box) throw new Error(`no box ${key}`);
  return box;
}

/**
 * Fetches what another token has on a floor, to be drawn beside the chosen one's.
 * @param {BuildingView} view @param {FloorPlace} place
 */
export async function fetchFloor(view, place) {
  const part = floorPart(place);
  if (view.coming === part || view.failed.has(part)) return;
  view.coming = part;
  const bytes = await fetched(view, part);
  view.coming = null;
  if (bytes) remember(view.floorsFetched, part, readFloor(new Uint8Array(bytes)), MOST_FLOORS);
  redraw(view);
}

/** Shows the chosen floor as soon as it is there. @param {BuildingView} view @param {() => void} then */
export function wantFloor(view, then) {
  const part = floorPart(view);
  clearTimeout(view.fetchTimer);
  if (view.floorsFetched.has(part)) {
    then();
    return;
  }
  view.fetchTimer = setTimeout(async () => {
    const bytes = await fetched(view, part);
    if (bytes) {
      remember(view.floorsFetched, part, readFloor(new Uint8Array(bytes)), MOST_FLOORS);
      if (floorPart(view) === part) then();
    }
    redraw(view);
  }, FETCH_AFTER_MS);
}

/** Fetches how the number that is looked at is computed. @param {BuildingView} view @param {number} place */
export function wantNumber(view, place) {
  const part = numberPart(view, place);
  clearTimeout(view.numberTimer);
  if (view.numbers.has(part) || view.failed.has(part)) return; // what failed is fetched again at a click
  view.numberTimer = setTimeout(async () => {
    const bytes = await fetched(view, part);
    if (bytes) remember(view.numbers, part, JSON.parse(new TextDecoder().decode(bytes)), MOST_NUMBERS);
    redraw(view);
  }, FETCH_AFTER_MS);
}

/** @param {BuildingView} view @param {string} part */
async function fetched(view, part) {
  const { pass, settings, failed } = view;
  failed.delete(part);
  try {
    const bytes = await (view.getPart ?? heldOrSent)(part, pass.trace, settings);
    return view.pass.trace === pass.trace ? bytes : null; // another sentence has come meanwhile
  } catch {
    failed.add(part);
    return null;
  }
}

/** @param {string} part @param {string} _trace @param {BuildingSettings} buildingSettings */
async function heldOrSent(part, _trace, { parts, address }) {
  const held = parts?.[part];
  if (held !== undefined) return decodeBase64(held);
  if (!address) throw new Error("no address");
  const response = await fetch(`${appRoot()}${address}/${part}`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.arrayBuffer();
}

/**
 * @template Value
 * @param {Map<string, Value>} store @param {string} part @param {Value} value @param {number} limit
 */
function remember(store, part, value, limit) {
  store.set(part, value);
  for (const old of store.keys()) {
    if (store.size <= limit) return;
    if (old !== part) store.delete(old);
  }
}

// What the bytes hold: sentences, labels, and where each point lies at each layer. The bytes are described in
// components/senses/tables/map.py; in front of them stand this element's own settings. A point is known by its number.

import { jsonAt } from "../../widgets/canvas/bytes.js";

/** @import { MapView } from "./sense_map.js" */

/**
 * @typedef {object} Points
 * @property {string} map Its name.
 * @property {string[]} texts The sentences.
 * @property {[number, number][]} spans Where the word stands in each.
 * @property {number[]} label Of each point; below 0 without one.
 * @property {string[]} names Of the labels.
 * @property {string[]} layers
 * @property {number} count
 * @property {Uint16Array} steps Shape: (layer, point, 2).
 * @property {Set<number>} added The points that a visitor has added.
 * @property {string} [owner] Whose those are.
 */
/**
 * @typedef {{ initial: { layer: number, point: number | null } | null, begun: unknown, plays: boolean, voters:
 *   number[], voting: number | null }} MapSettings
 */

export const STEPS = 65535;

/**
 * Settings and points. Throws where the bytes are not a map.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {{ settings: MapSettings, points: Points }}
 */
export function opened(bytes) {
  const [settings, settingsEnd] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, settingsEnd);
  const count = header.texts.length;
  // Copied, because two-byte numbers have to begin at an even place.
  const steps = new Uint16Array(bytes.slice(start, start + 4 * count * header.layers.length).buffer);
  if (steps.length !== 2 * count * header.layers.length) throw new Error("expected two numbers a point and layer");
  const points = { ...header, count, steps, added: new Set(header.added) };
  return { settings, points };
}

/**
 * x and y of every point at a layer, from 0 to 1, y downwards as on a canvas: x0, y0, x1, y1, …
 * @param {Points} points @param {number} layer
 */
export function placesAt({ steps, count }, layer) {
  const places = new Float32Array(2 * count);
  const start = 2 * count * layer;
  for (let i = 0; i < 2 * count; i += 2) {
    places[i] = steps[start + i] / STEPS;
    places[i + 1] = 1 - steps[start + i + 1] / STEPS;
  }
  return places;
}

/**
 * The nearest point to a place on the canvas, within `most` device pixels; or null.
 * @param {Float32Array} places @param {{ pad: number, span: number, drop: number }} given @param {number} x
 * @param {number} y @param {number} reach
 */
export function nearestPoint(places, { pad, span, drop }, x, y, reach) {
  /** @type {number | null} */
  let best = null;
  let least = reach * reach;
  for (let point = 0; 2 * point < places.length; point += 1) {
    const across = pad + span * places[2 * point] - x;
    const down = pad + drop * places[2 * point + 1] - y;
    const far = across * across + down * down;
    if (far <= least) {
      best = point;
      least = far;
    }
  }
  return best;
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The point that a key leads to from another: the nearest one that way, where a step aside counts double; null where
 * there is none, undefined for a key that leads nowhere. Page Up and Page Down reach also those in one and the same place.
 * @param {Float32Array} places @param {number | null} from @param {string} key
 */
export function pointAfter(places, from, key) {
  const count = places.length / 2;
  const existing = (/** @type {number} */ point) => (point >= 0 && point < count ? point : null);
  if (key === "Home") return existing(0);
  if (key === "End") return existing(count - 1);
  if (key === "PageDown") return existing(from === null ? 0 : from + 1);
  if (key === "PageUp") return existing(from === null ? count - 1 : from - 1);
  if (!(key in WAYS)) return undefined;
  if (from === null) return nearestPoint(places, { pad: 0, span: 1, drop: 1 }, 0.5, 0.5, 2);
  const [right, downwards] = WAYS[key];
  /** @type {number | null} */
  let best = null;
  let least = Infinity;
  for (let point = 0; point < count; point += 1) {
    const x = places[2 * point] - places[2 * from];
    const y = places[2 * point + 1] - places[2 * from + 1];
    const ahead = x * right + y * downwards;
    const aside = Math.abs(x * downwards) + Math.abs(y * right);
    if (ahead <= 0 || aside > 2 * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < least) {
      best = point;
      least = far;
    }
  }
  return best;
}

/** What is looked at: what the mouse is on, else the keyboard, else what is locked. @param {MapView} view */
export function lookedAt(view) {
  return view.hover ?? view.cursor ?? view.point;
}

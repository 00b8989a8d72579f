// The bytes of a pass and of one floor, as components/tables/passes/payload.py writes them.

import { jsonAt } from "../canvas/bytes.js";

/** Settings, the pass and the floor that came with it. */
export function readPass(bytes) {
  const [settings, start] = jsonAt(bytes, 0);
  const [header, firstStart] = jsonAt(bytes, start);
  const floors = header.floors.length;
  const streams = header.keys[floors - 1].includes("logits") ? floors - 1 : floors;
  const pass = { ...header, streams, count: header.tokens.length };
  return { settings, pass, first: readFloor(bytes.subarray(firstStart)) };
}

/** One token on one floor: each box with its numbers. */
export function readFloor(bytes) {
  const [header, start] = jsonAt(bytes, 0);
  const numbers = new Float32Array(bytes.slice(start).buffer);
  let from = 0;
  const boxes = header.boxes.map((box) => {
    const values = numbers.subarray(from, from + box.size);
    from += box.size;
    return { ...box, values, rows: Math.ceil(box.size / box.columns), largest: largestOf(values) };
  });
  return { ...header, boxes };
}

function largestOf(values) {
  let largest = 0;
  for (const value of values) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/** The place of a box's largest number, which is looked at first. */
export function placeOfLargest(box) {
  let best = 0;
  box.values.forEach((value, place) => {
    if (Number.isFinite(value) && Math.abs(value) > Math.abs(box.values[best])) best = place;
  });
  return best;
}

/** Head and index of a number, as addresses and links count them. */
export function cellOf(box, place) {
  const width = box.heads > 0 ? box.size / box.heads : box.size;
  return [Math.floor(place / width), place % width];
}

export function placeOf(box, [head, index]) {
  const width = box.heads > 0 ? box.size / box.heads : box.size;
  const place = head * width + index;
  return index < width && place < box.size ? place : placeOfLargest(box);
}

/** The byte to colour a number by: 128 is zero; square roots, so that small numbers are seen beside large ones. */
export function levelOf(value, largest) {
  if (!Number.isFinite(value) || largest === 0) return 128;
  return 128 + Math.round(127 * Math.sign(value) * Math.sqrt(Math.abs(value) / largest));
}

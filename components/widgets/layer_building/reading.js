// The bytes of a pass and of one floor, as components/tables/passes/payload.py writes them.

import { jsonAt } from "../canvas/bytes.js";

/**
 * What a token has in a box.
 *
 * @typedef {object} Box
 * @property {string} key
 * @property {string} title
 * @property {string} formula
 * @property {string} about
 * @property {string} shape
 * @property {"share" | "signed"} kind
 * @property {number} size
 * @property {number} columns Of its picture.
 * @property {number} rows
 * @property {number} heads 0 where it is not about heads.
 * @property {Float32Array} values
 * @property {number} largest
 */
/**
 * A token's way through the layers: its attention to all tokens; how long what attention and the feed-forward part add is;
 * and what the vocabulary head reads before, after and between.
 * @typedef {{ weights: number[][], added: [number, number][], words: string[], between: string[] }} Way
 */
/**
 * @typedef {{ floor: number, token: number, boxes: Box[], candidates: string[], bars: [string, number, string][], way:
 *   Way }} Floor What a token has on a floor.
 */
/**
 * How a number is computed; each line is its label, how it comes about, and its number.
 * @typedef {{ box: string, head: number, index: number, title: string, rule: string, lines: [string, string, string][],
 *   value: string }} Calculation
 */
/**
 * @typedef {object} Pass
 * @property {string} trace Its name.
 * @property {string[]} tokens
 * @property {Set<string>} [repeated] As `tokenName` has it.
 * @property {number} count Of its tokens.
 * @property {string[]} floors
 * @property {string[][]} keys Of the boxes of each floor.
 * @property {string[]} differences To BERT.
 * @property {Record<string, string[]>} level_boxes
 * @property {Calculation | null} number
 * @property {number} streams How many floors pass vectors on.
 */
/**
 * @typedef {object} BuildingSettings
 * @property {{ box?: string, level?: string } | null} initial
 * @property {unknown} begun
 * @property {string | null} address
 * @property {boolean} [compact]
 * @property {boolean} [closed]
 * @property {Record<string, string>} [parts] What came with a page without a server.
 * @property {{ rows: number, leads: boolean }} [still] A picture beside another machine, in which nothing opens.
 */

/** Settings, the pass and the floor that came with it. @param {Uint8Array<ArrayBuffer>} bytes */
export function readPass(bytes) {
  const [settings, start] = jsonAt(bytes, 0);
  const [header, firstStart] = jsonAt(bytes, start);
  const floors = header.floors.length;
  const streams = header.keys[floors - 1].includes("logits") ? floors - 1 : floors;
  const pass = { ...header, streams, count: header.tokens.length };
  return { settings, pass, first: readFloor(bytes.subarray(firstStart)) };
}

/** One token on one floor: each box with its numbers. @param {Uint8Array<ArrayBuffer>} bytes */
export function readFloor(bytes) {
  const [header, start] = jsonAt(bytes, 0);
  const numbers = new Float32Array(bytes.slice(start).buffer);
  let from = 0;
  const boxes = header.boxes.map((/** @type {Box} */ box) => {
    const values = numbers.subarray(from, from + box.size);
    from += box.size;
    return { ...box, values, rows: Math.ceil(box.size / box.columns), largest: largestOf(values) };
  });
  return { ...header, boxes };
}

/** @param {Float32Array} values */
function largestOf(values) {
  let largest = 0;
  for (const value of values) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/** The place of a box's largest number, which is looked at first. @param {Box} box */
export function placeOfLargest(box) {
  let best = 0;
  box.values.forEach((value, place) => {
    if (Number.isFinite(value) && Math.abs(value) > Math.abs(box.values[best])) best = place;
  });
  return best;
}

/**
 * Head and index of a number, as addresses and links count them.
 * @param {Box} box @param {number} place
 * @returns {[number, number]}
 */
export function cellOf(box, place) {
  const width = box.heads > 0 ? box.size / box.heads : box.size;
  return [Math.floor(place / width), place % width];
}

/** @param {Box} box @param {[number, number]} given */
export function placeOf(box, [head, index]) {
  const width = box.heads > 0 ? box.size / box.heads : box.size;
  const place = head * width + index;
  return index < width && place < box.size ? place : placeOfLargest(box);
}

/**
 * The byte to colour a number by: 128 is zero; square roots, so that small numbers are seen beside large ones.
 * @param {number} value @param {number} largest
 */
export function levelOf(value, largest) {
  if (!Number.isFinite(value) || largest === 0) return 128;
  return 128 + Math.round(127 * Math.sign(value) * Math.sqrt(Math.abs(value) / largest));
}

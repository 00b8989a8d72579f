// Where one more sentence lies in a river, as components/senses/model/river.py computes it, and the river with it.

import { jsonAt } from "../../widgets/canvas/bytes.js";
import { decodeBase64 } from "../browser_model/base64.js";

/** @import { Threads } from "../../senses/river/threads.js" */

/**
 * @typedef {object} RiverSentences
 * @property {string[]} texts
 * @property {number[]} signs
 * @property {number} width Of a vector.
 * @property {number[]} margins
 * @property {number} similarFrom The cosine below which a sentence is far from all.
 * @property {Float64Array} vectors
 * @property {Float64Array} others
 * @property {string[]} otherTexts
 */
/** @typedef {{ heights: number[], nearest: number[][], side: number, isFar: boolean }} OtherThread */
/** @typedef {{ length: number, [place: number]: number }} Numbers */

const LARGEST = 32767; // a number of a vector of length 1 is stored as a 16-bit share of this
const NEAREST = 3; // sentences listed for each layer of a thread
const DECIMALS = 1e9; // of cosines that are compared
const SHOWN = 100; // two decimals: cosines as the app shows them

/**
 * What the page holds of a river's sentences, for `threadOf`.
 *
 * `vectors` has the shape (layer + 1, sentence, width), of vectors of length 1; `others` those of further sentences in the
 * last layer. Texts and meanings of the sentences are in the figure's bytes.
 * @param {Omit<RiverSentences, "texts" | "signs" | "vectors" | "others"> & { vectors: string, others: string }} stored
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function openedSentences(stored, bytes) {
  const [, settingsEnd] = jsonAt(bytes, 0);
  /** @type {[Threads, number]} */
  const [{ texts, signs }] = jsonAt(bytes, settingsEnd);
  const count = signs.filter((sign) => sign !== 0).length; // a visitor's own stand last
  return {
    ...stored,
    texts: texts.slice(0, count),
    signs: signs.slice(0, count),
    vectors: numbersOf(stored.vectors),
    others: numbersOf(stored.others),
  };
}

/** @param {string} text */
function numbersOf(text) {
  return Float64Array.from(new Int16Array(decodeBase64(text).buffer), (number) => number / LARGEST);
}

/**
 * The thread of a sentence: { heights, nearest, side, isFar }. The sentence itself, if it is one of the river's, counts
 * neither for the means nor as a neighbour.
 *
 * @param {RiverSentences} river
 * @param {string} sentence
 * @param {Float32Array} vectors Its word's, of shape (layer + 1, width).
 * @returns {OtherThread}
 */
export function threadOf(river, sentence, vectors) {
  const { texts, width, margins } = river;
  const layers = vectors.length / width;
  const members = texts.flatMap((text, place) => (text === sentence ? [] : [place]));
  /** @type {number[]} */
  const heights = [];
  /** @type {number[][]} */
  const nearest = [];
  let closest = -1;
  for (let layer = 0; layer < layers; layer += 1) {
    const unit = unitVector(vectors.subarray(layer * width, (layer + 1) * width));
    const rows = members.map((place) => ({ place, row: rowOf(river.vectors, layer * texts.length + place, width) }));
    heights.push(heightBetween(unit, meanOf(rows, river, -1), meanOf(rows, river, 1)));
    const cosines = rows.map(({ place, row }) => ({ place, cosine: product(row, unit) }));
    nearest.push(nearestOf(cosines, texts));
    if (layer === layers - 1)
      closest = Math.max(...cosines.map(({ cosine }) => cosine), ...otherCosines(river, sentence, unit));
  }
  const last = heights[layers - 1];
  return {
    heights,
    nearest,
    side: Math.abs(last) <= margins[margins.length - 1] ? 0 : Math.sign(last),
    isFar: Math.round(SHOWN * closest) < Math.round(SHOWN * river.similarFrom),
  };
}

/** @param {RiverSentences} riverSentences @param {string} sentence @param {Numbers} unit */
function otherCosines({ others, otherTexts, width }, sentence, unit) {
  return otherTexts.flatMap((text, place) => (text === sentence ? [] : [product(rowOf(others, place, width), unit)]));
}

/**
 * How far a vector lies from the middle between two means, along the axis from one to the other.
 * @param {Numbers} unit @param {Numbers} negative @param {Numbers} positive
 */
function heightBetween(unit, negative, positive) {
  let [height, squares] = [0, 0];
  for (let i = 0; i < unit.length; i += 1) {
    const direction = positive[i] - negative[i];
    height += (unit[i] - (negative[i] + positive[i]) / 2) * direction;
    squares += direction ** 2;
  }
  return height / (Math.sqrt(squares) || 1);
}

/** @param {{ place: number, row: Numbers }[]} rows @param {RiverSentences} riverSentences @param {number} sign */
function meanOf(rows, { signs, width }, sign) {
  const those = rows.filter(({ place }) => signs[place] === sign);
  const mean = new Float64Array(width);
  for (const { row } of those) {
    for (let i = 0; i < width; i += 1) mean[i] += row[i] / those.length;
  }
  return mean;
}

/**
 * The places with the largest cosines, of each sentence one.
 * @param {{ place: number, cosine: number }[]} cosines @param {string[]} texts
 */
function nearestOf(cosines, texts) {
  const rounded = cosines.map(({ place, cosine }) => ({ place, cosine: Math.round(cosine * DECIMALS) }));
  /** @type {Map<string, number>} */
  const chosen = new Map();
  for (const { place } of rounded.sort((a, b) => b.cosine - a.cosine)) {
    if (chosen.size < NEAREST && !chosen.has(texts[place])) chosen.set(texts[place], place);
  }
  return [...chosen.values()];
}

/** @param {Float64Array} numbers @param {number} row @param {number} width */
function rowOf(numbers, row, width) {
  return numbers.subarray(row * width, (row + 1) * width);
}

/** @param {Float32Array} vector */
function unitVector(vector) {
  const length = Math.sqrt(product(vector, vector)) || 1;
  return Float64Array.from(vector, (number) => number / length);
}

/** @param {Numbers} a @param {Numbers} b */
function product(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i] * b[i];
  return sum;
}

/**
 * A river's bytes with other threads of a visitor's; the bytes are described in components/senses/tables/river.py.
 *
 * @param {Uint8Array} bytes With settings in front.
 * @param {string} sentence
 * @param {{ start: number, end: number, heights: number[], nearest: number[][] }[]} threads
 */
export function withThreads(bytes, sentence, threads) {
  const [, settingsEnd] = jsonAt(bytes, 0);
  /** @type {[Threads, number]} */
  const [header, start] = jsonAt(bytes, settingsEnd);
  const before = header.texts.length;
  const count = header.signs.filter((sign) => sign !== 0).length;
  const old = new Float32Array(bytes.slice(start, start + 4 * before * header.layers.length).buffer);
  const heights = header.layers.flatMap((_, layer) => [
    ...old.subarray(layer * before, layer * before + count),
    ...threads.map((thread) => thread.heights[layer]),
  ]);
  const changed = {
    ...header,
    map: JSON.stringify([sentence, threads.map((thread) => thread.heights)]),
    texts: [...header.texts.slice(0, count), ...threads.map(() => sentence)],
    spans: [...header.spans.slice(0, count), ...threads.map(({ start: first, end }) => [first, end])],
    signs: [...header.signs.slice(0, count), ...threads.map(() => 0)],
    nearest: threads.map(({ nearest }) => nearest),
  };
  const text = new TextEncoder().encode(JSON.stringify(changed));
  const result = new Uint8Array(settingsEnd + 4 + text.length + 4 * heights.length);
  result.set(bytes.subarray(0, settingsEnd));
  new DataView(result.buffer).setUint32(settingsEnd, text.length, true);
  result.set(text, settingsEnd + 4);
  result.set(new Uint8Array(Float32Array.from(heights).buffer), settingsEnd + 4 + text.length);
  return result;
}

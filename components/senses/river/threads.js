// What the bytes hold: sentences, and the height of each in every layer. The bytes are described in
// components/senses/tables/river.py; in front of them stand this element's own settings.

import { jsonAt } from "../../widgets/canvas/bytes.js";

/**
 * @typedef {object} Threads
 * @property {string} map Its name.
 * @property {string} word
 * @property {"nearby"} [kind]
 * @property {string[]} texts The sentences, the added ones last.
 * @property {[number, number][]} spans Where the word stands in each.
 * @property {number[]} signs Of each one's meaning, −1 or 1; 0 of those that are added.
 * @property {string[]} senses
 * @property {string[]} layers
 * @property {string[]} shares Of the sentences that are on the right side, in each layer.
 * @property {number[]} margins Heights below which a side is undecided, in each layer.
 * @property {number[][][]} nearest For each added thread and layer, the most similar ones.
 * @property {string} owner Whose the added ones are.
 * @property {boolean[]} [fooling] Of a class: which of the added ones fooled the model.
 * @property {number[]} [numbers] Of a class: those that stand at the ends of the added ones, from 1.
 * @property {number} count
 * @property {Float32Array} heights Shape: (layer, thread).
 * @property {number[]} added
 */
/**
 * @typedef {{ initial: { layer: number, point: number | null }, begun: unknown, plays: boolean, tells: boolean, height:
 *   number, until: number | null }} RiverSettings
 */
/**
 * @typedef {{ heights: number[], was: string, is: string }} Ghost A thread that was there before, and the words that
 *   differ.
 */

const PARTED = 0.05; // heights that differ by more have parted
const SAME = 0.01; // at the start, so that one can say where

/**
 * Settings and threads. Throws where the bytes are not a river.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {{ settings: RiverSettings, threads: Threads }}
 */
export function openedRiver(bytes) {
  const [settings, settingsEnd] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, settingsEnd);
  const count = header.texts.length;
  const end = start + 4 * count * header.layers.length;
  const heights = new Float32Array(bytes.slice(start, end).buffer); // copied: numbers have to begin at an even place
  if (heights.length !== count * header.layers.length) throw new Error("expected a height for each thread and layer");
  /** @type {number[]} */
  const signs = header.signs;
  const added = signs.flatMap((sign, thread) => (sign === 0 ? [thread] : []));
  return { settings, threads: { ...header, count, heights, added } };
}

/**
 * Whether it shows the words near a visitor's, whose heights are similarities, and not a river between two meanings.
 * @param {Pick<Threads, "kind">} pick
 */
export function isNearby({ kind }) {
  return kind === "nearby";
}

/** Whether the added threads are what a class sent, and not one visitor's. @param {Pick<Threads, "fooling">} pick */
export function isOfClass({ fooling }) {
  return fooling !== undefined;
}

/**
 * Whether a thread of a class ends on another side than its writer meant.
 * @param {Pick<Threads, "fooling" | "added">} pick @param {number} thread
 */
export function isFooling({ fooling, added }, thread) {
  return fooling?.[added.indexOf(thread)] === true;
}

/**
 * The number at the end of a thread of a class; 0 for none.
 * @param {Pick<Threads, "numbers" | "added">} pick @param {number} thread
 */
export function numberOf({ numbers, added }, thread) {
  return numbers?.[added.indexOf(thread)] ?? 0;
}

/**
 * The added threads that were not there before; all of a visitor's, since they are about one sentence.
 * @param {Threads} before @param {Threads} threads
 */
export function newcomersOf(before, threads) {
  if (!isOfClass(threads)) return new Set(threads.added);
  const nameOf = (/** @type {Threads} */ river, /** @type {number} */ thread) =>
    `${isFooling(river, thread)} ${river.texts[thread]}`;
  const known = new Set(before.added.map((thread) => nameOf(before, thread)));
  return new Set(threads.added.filter((thread) => !known.has(nameOf(threads, thread))));
}

/** @param {Pick<Threads, "heights" | "count">} pick @param {number} thread @param {number} layer */
export function heightOf({ heights, count }, thread, layer) {
  return heights[layer * count + thread];
}

/**
 * −1 or 1 for the meaning on whose side a thread lies in a layer; 0 where it is undecided.
 * @param {Threads} threads @param {number} thread @param {number} layer
 */
export function sideOf(threads, thread, layer) {
  if (isNearby(threads)) return threads.signs[thread] || -1;
  const height = heightOf(threads, thread, layer);
  return Math.abs(height) <= threads.margins[layer] ? 0 : Math.sign(height);
}

/** The name of a side. @param {Pick<Threads, "senses">} pick @param {number} side */
export function sideName({ senses }, side) {
  return side === 0 ? "undecided" : senses[side > 0 ? 1 : 0];
}

/** Whether two rivers differ in the visitor's own threads only. @param {Threads} before @param {Threads} threads */
export function isSameRiver(before, threads) {
  if (isNearby(before) || isNearby(threads)) return false;
  const shared = before.count - before.added.length;
  if (shared !== threads.count - threads.added.length || before.layers.length !== threads.layers.length) return false;
  for (let thread = 0; thread < shared; thread += 1) {
    if (before.texts[thread] !== threads.texts[thread]) return false;
    if (heightOf(before, thread, 0) !== heightOf(threads, thread, 0)) return false;
  }
  return true;
}

/**
 * The own threads that were there before, where the new sentence has other words in place of a few of theirs.
 * @param {Threads} before @param {Threads} threads
 */
export function ghostsOf(before, threads) {
  if (threads.added.length === 0) return [];
  const now = threads.added.map((thread) => threads.texts[thread]);
  return before.added
    .filter((thread) => !now.includes(before.texts[thread]))
    .map((thread) => ({
      heights: before.layers.map((_, layer) => heightOf(before, thread, layer)),
      ...differingWords(before.texts[thread], now[0]),
    }))
    .filter(({ was, is }) => was && is);
}

/**
 * The words that one sentence has in place of another's; empty where more than three words differ.
 * @param {string} before @param {string} now
 */
export function differingWords(before, now) {
  const [first, second] = [before, now].map((text) => text.split(/\s+/));
  let start = 0;
  while (start < Math.min(first.length, second.length) && first[start] === second[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(first.length, second.length) - start &&
    first[first.length - 1 - end] === second[second.length - 1 - end]
  )
    end += 1;
  const middle = (/** @type {string[]} */ words) => words.slice(start, words.length - end);
  if (Math.max(middle(first).length, middle(second).length) > 3) return { was: "", is: "" };
  const bare = (/** @type {string[]} */ words) =>
    middle(words)
      .join(" ")
      .replace(/[.,!?;:]+$/u, "");
  return { was: bare(first), is: bare(second) };
}

/**
 * The first layer in which two threads that began together are apart; null where there is none.
 * @param {number[]} heights @param {number[]} other
 */
export function partingLayer(heights, other) {
  if (Math.abs(heights[0] - other[0]) > SAME) return null;
  const layer = heights.findIndex((height, i) => Math.abs(height - other[i]) > PARTED);
  return layer < 1 ? null : layer;
}

/**
 * The threads in the order of their heights in a layer, the uppermost first.
 * @param {Threads} threads @param {number} layer
 */
export function orderIn(threads, layer) {
  return Array.from({ length: threads.count }, (_, thread) => thread).sort(
    (first, other) => heightOf(threads, other, layer) - heightOf(threads, first, layer),
  );
}

/**
 * A sentence in three parts: before the word, the word, after it.
 * @param {Pick<Threads, "texts" | "spans">} pick @param {number} thread
 */
export function sentenceParts({ texts, spans }, thread) {
  const letters = [...texts[thread]]; // code points, as Python counts
  const [start, end] = spans[thread];
  return [letters.slice(0, start).join(""), letters.slice(start, end).join(""), letters.slice(end).join("")];
}

/** The heights of a thread in all layers. @param {Threads} threads @param {number} thread */
export function heightsOf(threads, thread) {
  return threads.layers.map((_, layer) => heightOf(threads, thread, layer));
}

// The vectors of a word in a sentence, as components/senses/model/word_vectors.py has them.

import { readText, withMasks } from "../browser_model/reading.js";
import { findOccurrences } from "./occurrences.js";

/** @import { BrowserBert } from "../browser_model/bert.js" */

/** @typedef {{ start: number, end: number, vectors: Float32Array }} WordVectors */
/** @typedef {{ error?: string, words?: WordVectors[] }} WordsAnswer */

const MARKS = /[\p{M}\uff9e\uff9f]{31}/u; // more on one letter than any language needs

/**
 * { words }, a list of { start, end, vectors }: where the word stands, in code points, and its vector in every layer, of
 * shape (layer + 1, width); or { error }, which is "empty", "too long", "marks", "no word" or "not read".
 *
 * @param {BrowserBert} bert
 * @param {{ sentence: string, forms: string[], pooling: string, limit: number }} question `pooling` is "mean", "first"
 *   or "last": which of the word's tokens count. `limit` bounds how many words are taken.
 */
export function wordVectors(bert, { sentence, forms, pooling, limit }) {
  const { ids, error } = MARKS.test(sentence) ? { error: "marks" } : readText(bert, sentence);
  if (error !== undefined) return { error };
  const spans = findOccurrences(sentence, forms);
  if (spans.length === 0) return { error: "no word" };
  const tokens = bert.tokenizer.tokens(withMasks(sentence));
  const words = spans
    .map(([start, end]) => ({ start, end, positions: positionsOf(tokens, start, end) }))
    .filter(({ positions }) => positions.length > 0);
  if (words.length === 0) return { error: "not read" };
  const { hiddenStates } = bert.forward(ids);
  return {
    words: words.slice(0, limit).map(({ start, end, positions }) => ({
      start,
      end,
      vectors: meanVectors(hiddenStates, pooled(positions, pooling), bert.config.hidden_size),
    })),
  };
}

/**
 * The positions of the tokens that a span covers; the first token of a text follows [CLS].
 * @param {{ start: number, end: number, special: boolean }[]} tokens @param {number} start @param {number} end
 */
function positionsOf(tokens, start, end) {
  return tokens.flatMap((token, index) =>
    token.start < end && token.end > start && !token.special ? [index + 1] : [],
  );
}

/** @param {number[]} positions @param {string} pooling */
function pooled(positions, pooling) {
  if (pooling === "first") return positions.slice(0, 1);
  return pooling === "last" ? positions.slice(-1) : positions;
}

/** @param {Float32Array[]} hiddenStates @param {number[]} positions @param {number} width */
function meanVectors(hiddenStates, positions, width) {
  const vectors = new Float32Array(hiddenStates.length * width);
  for (const [layer, hidden] of hiddenStates.entries()) {
    for (const position of positions) {
      for (let i = 0; i < width; i += 1) {
        vectors[layer * width + i] += hidden[position * width + i] / positions.length;
      }
    }
  }
  return vectors;
}

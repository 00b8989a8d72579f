// The likeliest words for the blanks of a sentence.

import { largestPlaces } from "./operations.js";
import { readText, readToken } from "./reading.js";

/**
 * @import { Predicted } from "../fill_page/word_bars.js"
 * @import { BrowserBert } from "./bert.js"
 */

/**
 * { blanks } with the `count` likeliest tokens of each blank, as { text, continues, probability }; or { error }, which is
 * "empty", "no blank" or "too long".
 * @param {BrowserBert} bert @param {string} sentence @param {number} count
 * @returns {{ blanks: Predicted[][], error?: undefined } | { blanks?: undefined, error: string }}
 */
export function fillBlanks(bert, sentence, count) {
  const { ids, error } = readText(bert, sentence);
  if (error !== undefined) return { error };
  if (!ids.includes(bert.tokenizer.maskId)) return { error: "no blank" };
  return { blanks: bert.fill(ids).map(({ probabilities }) => likeliest(bert, probabilities, count)) };
}

/** @param {BrowserBert} bert @param {Float32Array} probabilities @param {number} count */
function likeliest(bert, probabilities, count) {
  return largestPlaces(probabilities, count).map((id) => ({
    ...readToken(bert.tokenizer.vocabulary[id]),
    probability: probabilities[id],
  }));
}

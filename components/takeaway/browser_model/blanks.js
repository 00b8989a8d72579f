// The likeliest words for the blanks of a sentence.

import { largestPlaces } from "./operations.js";
import { readText, readToken } from "./reading.js";

/**
 * { blanks } with the `count` likeliest tokens of each blank, as { text, continues, probability }; or { error }, which is
 * "empty", "no blank" or "too long".
 */
export function fillBlanks(bert, sentence, count) {
  const { ids, error } = readText(bert, sentence);
  if (error !== undefined) return { error };
  if (!ids.includes(bert.tokenizer.maskId)) return { error: "no blank" };
  return { blanks: bert.fill(ids).map(({ probabilities }) => likeliest(bert, probabilities, count)) };
}

function likeliest(bert, probabilities, count) {
  return largestPlaces(probabilities, count).map((id) => ({
    ...readToken(bert.tokenizer.vocabulary[id]),
    probability: probabilities[id],
  }));
}

// The likeliest words for the blanks of a sentence.

import { readText } from "./reading.js";

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
  const order = [...probabilities.keys()].sort((a, b) => probabilities[b] - probabilities[a]);
  return order.slice(0, count).map((id) => {
    const token = bert.tokenizer.vocabulary[id];
    const continues = token.startsWith("##");
    return { text: continues ? token.slice(2) : token, continues, probability: probabilities[id] };
  });
}

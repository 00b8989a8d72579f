// The likeliest words for the blanks of a sentence.

const TYPED_MASK = /\[mask\]|<mask>/gi; // a blank may be typed in either way, as in the app
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}]*$/u;
const CHARACTER_LIMIT = 100_000; // more than fits into any model's positions

/**
 * { blanks } with the `count` likeliest tokens of each blank, as { text, continues, probability }; or { error }, which is
 * "empty", "no blank" or "too long".
 */
export function fillBlanks(bert, sentence, count) {
  if (INVISIBLE.test(sentence)) return { error: "empty" };
  if (sentence.length > CHARACTER_LIMIT) return { error: "too long" };
  const ids = bert.tokenizer.encode(sentence.replace(TYPED_MASK, "[MASK]"));
  if (!ids.includes(bert.tokenizer.maskId)) return { error: "no blank" };
  if (ids.length > bert.config.max_position_embeddings) return { error: "too long" };
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

// A typed sentence as token ids, or what is wrong with it.

const TYPED_MASK = /\[mask\]|<mask>/gi; // a blank may be typed in either way, as in the app
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}]*$/u;
const CHARACTER_LIMIT = 100_000; // more than fits into any model's positions

/** { ids }, or { error }, which is "empty" or "too long". */
export function readSentence(bert, sentence) {
  if (INVISIBLE.test(sentence)) return { error: "empty" };
  if (sentence.length > CHARACTER_LIMIT) return { error: "too long" };
  const ids = bert.tokenizer.encode(sentence.replace(TYPED_MASK, "[MASK]"));
  return ids.length > bert.config.max_position_embeddings ? { error: "too long" } : { ids };
}

/** A token's text, and whether it continues the word before it. */
export function readToken(token) {
  const continues = token.startsWith("##");
  return { text: continues ? token.slice(2) : token, continues };
}

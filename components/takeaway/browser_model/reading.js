// What is typed, as the model reads it.

/** @import { BrowserBert } from "./bert.js" */

const TYPED_MASK = /\[mask\]|<mask>/gi; // a blank may be typed in either way, as in the app
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Z}]*$/u;
const CHARACTER_LIMIT = 100_000; // more than fits into any model's positions

/**
 * { ids }, with [CLS] before and [SEP] after them; or { error }, which is "empty" or "too long".
 * @param {BrowserBert} bert @param {string} text
 * @returns {{ ids: number[], error?: undefined } | { ids?: undefined, error: string }}
 */
export function readText(bert, text) {
  if (INVISIBLE.test(text)) return { error: "empty" };
  if (text.length > CHARACTER_LIMIT) return { error: "too long" };
  const ids = bert.tokenizer.encode(withMasks(text));
  if (ids.length === 2) return { error: "empty" }; // characters that the tokenizer drops
  return ids.length > bert.config.max_position_embeddings ? { error: "too long" } : { ids };
}

/** A token's text, and whether it continues the word before it. @param {string} token */
export function readToken(token) {
  const continues = token.startsWith("##");
  return { text: continues ? token.slice(2) : token, continues };
}

/**
 * The text with every blank written as "[MASK]": it stays as long as it is, and everything stays in its place.
 * @param {string} text
 */
export function withMasks(text) {
  return text.replace(TYPED_MASK, "[MASK]");
}

// Tokens in sentences. They are what a visitor typed: they reach the page through textContent and fillText, never as
// markup.

/** @typedef {{ tokens: string[], repeated?: Set<string> }} Tokens With those that occur more than once. */

const LONGEST_TOKEN = 40;

/**
 * A token in quotes; one that occurs more than once with its number: its place among all tokens, from 1.
 * @param {Tokens} trace @param {number} position
 */
export function tokenName(trace, position) {
  const text = shortened(trace.tokens[position]);
  trace.repeated ??= repeatedTokens(trace.tokens);
  // Isolated, so that a word written from right to left leaves the sentence around it alone.
  return `“\u2068${text}\u2069”${trace.repeated.has(trace.tokens[position]) ? ` (token ${position + 1})` : ""}`;
}

/** @param {string[]} tokens */
function repeatedTokens(tokens) {
  return new Set(tokens.filter((token, position) => tokens.indexOf(token) !== position));
}

/** @param {string} text @param {number} [limit] */
export function shortened(text, limit = LONGEST_TOKEN) {
  const letters = [...text.slice(0, 4 * limit)];
  return letters.length > limit ? `${letters.slice(0, limit - 1).join("")}…` : text;
}

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A finite number with so many decimals: rounded once, from the shortest decimal that it stands for, a half away from
 * zero. `fixed` of components/tables/numbers.py gives the same digits.
 * @param {number} number @param {number} decimals
 */
export function fixed(number, decimals) {
  const [digits, exponent] = Math.abs(number).toExponential().split("e");
  const [whole, fraction = ""] = digits.split(".");
  const shift = Number(exponent) - fraction.length + decimals;
  const power = 10n ** BigInt(Math.abs(shift));
  const coefficient = BigInt(whole + fraction);
  const rounded = shift < 0 ? (2n * coefficient + power) / (2n * power) : coefficient * power;
  const text = String(rounded).padStart(decimals + 1, "0");
  const integer = text.slice(0, text.length - decimals).replace(/\B(?=(\d{3})+$)/g, ",");
  const minus = number < 0 && rounded > 0n ? "\u2212" : "";
  return minus + integer + (decimals > 0 ? `.${text.slice(-decimals)}` : "");
}

/** @param {string} word @param {number} count */
export function plural(word, count) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/**
 * Changes a text only where it differs: screen readers hear of every change.
 * @param {HTMLElement} element @param {string} text
 */
export function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

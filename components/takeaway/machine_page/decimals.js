// Numbers in units of their last decimal, so that what stands on the screen adds up exactly.

import { fixed } from "../../widgets/canvas/wording.js";

/** @import { Term } from "./calculation.js" */

const LEAST_DECIMALS = 3;
const LARGEST_DECIMALS = 9;
const DIGITS = 3; // significant digits of the largest number of a sum
const MORE = 2; // decimals that factors have more

/** Decimals at which the largest number has three digits, within limits. @param {number[]} numbers */
export function decimalsFor(numbers) {
  const largest = Math.max(...numbers.map(Math.abs));
  if (largest === 0 || !Number.isFinite(largest)) return LEAST_DECIMALS;
  const decimals = DIGITS - 1 - Math.floor(Math.log10(largest));
  return Math.min(LARGEST_DECIMALS, Math.max(LEAST_DECIMALS, decimals));
}

/** A number in units of its last decimal. @param {number} number @param {number} decimals */
export function unitsOf(number, decimals) {
  return BigInt(fixed(number, decimals).replace(/[,.]/g, "").replace("−", "-"));
}

/** @param {bigint} units @param {number} decimals */
export function written(units, decimals) {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  return `${units < 0n ? "−" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * Two factors as text, and the product of what is shown; of a number without factors itself.
 * @param {Term} term @param {number} decimals
 */
export function productOf({ factors, value }, decimals) {
  if (factors === undefined) return { working: "", units: unitsOf(value, decimals) };
  const [a, b] = factors.map((factor) => unitsOf(factor, decimals + MORE));
  const product = a * b;
  const divisor = 10n ** BigInt(decimals + 2 * MORE);
  const half = divisor / 2n;
  return {
    working: [a, b].map((units) => written(units, decimals + MORE)).join(" × "),
    units: (product < 0n ? product - half : product + half) / divisor,
  };
}

/**
 * A number and what it is computed from, with the fewest decimals at which the numbers shown give it.
 * @param {(numbers: number[]) => number} formula @param {number[]} numbers @param {number} value @param {number} least
 */
export function byHand(formula, numbers, value, least) {
  const decimals = Math.max(least, decimalsFor([value]));
  const end = fixedNumber(value, decimals);
  let more = 1;
  const shownAt = (/** @type {number} */ places) => numbers.map((number) => fixedNumber(number, places));
  while (more < 8 && Math.abs(formula(shownAt(decimals + more)) - end) > 0.5 * 10 ** -decimals) more += 1;
  const texts = numbers.map((number) => written(unitsOf(number, decimals + more), decimals + more));
  return { value: written(unitsOf(value, decimals), decimals), shown: texts };
}

/** @param {number} number @param {number} decimals */
function fixedNumber(number, decimals) {
  return Number(unitsOf(number, decimals)) / 10 ** decimals;
}

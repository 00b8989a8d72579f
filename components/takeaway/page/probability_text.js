// A probability as the app writes it: `probability_text` of components/tables/numbers.py gives the same text.

import { fixed } from "../../widgets/canvas/wording.js";

const SMALLEST = 0.0001; // what is less is one in so many
const ONE_DECIMAL = 0.000995; // as little as is 0.1% with two digits
const LARGE = [
  { size: 1e12, name: "trillion" },
  { size: 1e9, name: "billion" },
  { size: 1e6, name: "million" },
];

/** @param {number} probability */
export function probabilityText(probability) {
  if (probability < SMALLEST) return probability > 0 ? `1 in ${largeCount(1 / probability)}` : "< 0.01%";
  const text = percentage(probability, probability >= ONE_DECIMAL ? 1 : 3);
  if (probability >= 1 || text !== "100.0%") return text;
  const precise = percentage(probability, 2);
  return precise === "100.00%" ? "> 99.99%" : precise; // only certainty reads as 100%
}

/**
 * A share in percent, whose decimal point is moved and not multiplied, so that nothing is rounded twice.
 * @param {number} share @param {number} decimals
 */
function percentage(share, decimals) {
  const [digits, exponent] = share.toExponential().split("e");
  return `${fixed(Number(`${digits}e${Number(exponent) + 2}`), decimals)}%`;
}

/** @param {number} count */
function largeCount(count) {
  if (count > 1e15) return `10^${Math.round(Math.log10(count))}`;
  for (const { size, name } of LARGE) {
    if (count >= 0.9995 * size) return `${fixed(count / size, 0)} ${name}`;
  }
  return fixed(count, 0);
}

// Colours around zero: ochre below, the page's own colour at zero, teal above; two hues that stay apart under every
// colour blindness.

import { channels, colourTable } from "./drawing.js";

const BELOW = "#C9831B";
const ABOVE = "#2A8CAD";

/**
 * The 256 colours for numbers around zero; they go away from the page on either side, in both themes.
 * @param {{ text: string, paper: string }} textstringpaperstring
 */
export function divergingTable({ text, paper }) {
  const mixed = (/** @type {string} */ hue, /** @type {number} */ share, /** @type {string} */ other) =>
    `color-mix(in oklab, ${hue} ${share}%, ${other})`;
  const arm = (/** @type {string} */ hue) => [mixed(hue, 42, paper), mixed(hue, 92, paper), mixed(hue, 55, text)];
  return colourTable([...arm(BELOW).reverse(), paper, ...arm(ABOVE)].map(channels));
}

// Colours around zero: orange below, the page's own colour at zero, blue above; two hues that stay apart under every
// colour blindness.

import { channels, colourTable } from "./drawing.js";

const BELOW = "#D8741A";
const ABOVE = "#2378BE";

/** The 256 colours for numbers around zero; they go away from the page on either side, in both themes. */
export function divergingTable({ text, paper }) {
  const mixed = (hue, share, other) => `color-mix(in oklab, ${hue} ${share}%, ${other})`;
  const arm = (hue) => [mixed(hue, 42, paper), mixed(hue, 92, paper), mixed(hue, 55, text)];
  return colourTable([...arm(BELOW).reverse(), paper, ...arm(ABOVE)].map(channels));
}

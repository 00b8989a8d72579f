// Colours around zero: blue below, the page's own colour at zero, orange above; two hues that stay apart under every
// colour blindness.

const BELOW = "#2378BE";
const ABOVE = "#D8741A";

/** The 256 colours for numbers around zero; they go away from the page on either side, in both themes. */
function divergingTable({ text, paper }) {
  const mixed = (hue, share, other) => `color-mix(in oklab, ${hue} ${share}%, ${other})`;
  const arm = (hue) => [mixed(hue, 42, paper), mixed(hue, 92, paper), mixed(hue, 55, text)];
  return colourTable([...arm(BELOW).reverse(), paper, ...arm(ABOVE)].map(channels));
}

// The pass as a list of steps, for those who do not see the picture.

import { element } from "../canvas/elements.js";
import { fixed, tokenName } from "../canvas/wording.js";

/** @import { BuildingView } from "./layer_building.js" */

/** Writes the steps of the followed token, from the text to the answer. @param {BuildingView} view */
export function listSteps(view) {
  const { el, pass, shown } = view;
  if (view.stepsOf === shown.way) return;
  view.stepsOf = shown.way;
  const { weights, added, words } = shown.way;
  const guess = (/** @type {number} */ floor) => (words.length > 0 ? ` The guess so far is “${words[floor]}”.` : "");
  const steps = [`${pass.floors[0]}: ${tokenName(pass, shown.token)} becomes a vector.${guess(0)}`];
  weights.forEach((row, layer) => {
    const others = row.map((weight, token) => (token === shown.token ? -1 : weight));
    const best = others.indexOf(Math.max(...others));
    const strongest = `${tokenName(pass, best)} (${fixed(100 * row[best], 1)}%)`;
    const from = row[best] > 0 ? `takes most from ${strongest}; ` : "";
    steps.push(
      `${pass.floors[layer + 1]}: ${from}feed-forward adds ${fixed(added[layer][1], 2)} of its length.${guess(layer + 1)}`,
    );
  });
  if (shown.bars.length > 0) steps.push(`${pass.floors.at(-1)}: “${shown.bars[0][0]}”, ${shown.bars[0][2]}.`);
  el.steps.replaceChildren(...steps.map((step) => element("li", "", step)));
}

// Two pairs of sentences with a verdict each. Sentences are what a visitor typed: they reach the page through
// textContent, never as markup.

import { element, partOf } from "../../widgets/canvas/elements.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/**
 * @typedef {{ name: string, tone: string, kind: string, first: string, second: string, verdict: string, probability:
 *   number, figure: string, share: number, shareFigure: string }} SentencePair
 */

/** @param {Given<{ pairs: SentencePair[] }>} given */
export default function ({ data, parentElement }) {
  const row = partOf(parentElement, ".cards");
  const sent = JSON.stringify(data);
  if (row.dataset.sent === sent) return;
  row.dataset.sent = sent;
  row.replaceChildren(...data.pairs.map(pairCard));
}

/** @param {SentencePair} pair */
function pairCard(pair) {
  const card = element("section", `card ${pair.tone}`);
  card.append(element("h3", "", pair.name));
  for (const text of [pair.first, pair.second]) {
    const line = element("p", "sentence", text);
    line.dir = "auto";
    card.append(line);
  }
  card.append(
    element("p", "verdict", pair.verdict),
    barRow("Probability of yes", pair.probability, pair.figure, "this-pair"),
    barRow(`${pair.kind} pairs that get a yes`, pair.share, pair.shareFigure, "many"),
  );
  return card;
}

/** @param {string} name @param {number} share @param {string} figure @param {string} className */
function barRow(name, share, figure, className) {
  const row = element("div", "row");
  const track = element("span", "track");
  const bar = element("span", `bar-of ${className}`);
  bar.style.setProperty("--share", String(share));
  track.append(bar);
  track.append(element("span", "figure", figure));
  row.append(element("span", "name", name), track);
  return row;
}

// Two pairs of sentences with a verdict each. Sentences are what a visitor typed: they reach the page through
// textContent, never as markup.

import { element } from "../../widgets/canvas/elements.js";

export default function ({ data, parentElement }) {
  const row = parentElement.querySelector(".cards");
  const sent = JSON.stringify(data);
  if (row.dataset.sent === sent) return;
  row.dataset.sent = sent;
  row.replaceChildren(...data.pairs.map(pairCard));
}

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
    barRow(`“Yes” to ${pair.kind.toLowerCase()} pairs`, pair.share, pair.shareFigure, "many"),
  );
  return card;
}

function barRow(name, share, figure, className) {
  const row = element("div", "row");
  const track = element("span", "track");
  const bar = element("span", `bar-of ${className}`);
  bar.style.setProperty("--share", share);
  track.append(bar);
  track.append(element("span", "figure", figure));
  row.append(element("span", "name", name), track);
  return row;
}

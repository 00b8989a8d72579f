// Bars and sentences in the colours of the map. Sentences are text that visitors may have typed: textContent alone.

import { labelled, lookOf, swatch, themeOf } from "../map/shapes.js";

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".votes");
  const { voters, counts, title } = data;
  const theme = themeOf(root);
  root.hidden = voters.length === 0;
  const total = counts.reduce((sum, each) => sum + each.count, 0);
  root
    .querySelector(".bars")
    .replaceChildren(...counts.map(({ sense, label, count }) => bar(theme, sense, label, count, total)));
  root.querySelector(".title").textContent = title;
  root.querySelector(".sentences").replaceChildren(...voters.map((voter) => line(theme, voter)));
}

function bar(theme, sense, label, count, total) {
  const item = document.createElement("li");
  const track = document.createElement("div");
  const filled = document.createElement("div");
  track.className = "track";
  filled.style.width = `${(100 * count) / total}%`;
  filled.style.background = lookOf(theme, label).hue;
  track.append(filled);
  item.append(labelled("sense", sense), track, labelled("count", `${count} of ${total}`));
  return item;
}

function line(theme, { sentence, start, end, sense, label, cosine }) {
  const letters = [...sentence]; // code points, as Python counts
  const item = document.createElement("li");
  const text = document.createElement("bdi");
  const word = document.createElement("b");
  word.textContent = letters.slice(start, end).join("");
  text.append(letters.slice(0, start).join(""), word, letters.slice(end).join(""));
  item.append(swatch(theme, label), text, labelled("cosine", cosine.toFixed(2)));
  item.title = `${sense}, cosine similarity ${cosine.toFixed(2)}`;
  return item;
}

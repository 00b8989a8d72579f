// A sentence, word by word, and below each word what every vocabulary makes of it.
//
// Pieces are what a visitor typed: they reach the page through textContent, never as markup.

import { element, partOf } from "../../widgets/canvas/elements.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {{ piece: string, known: boolean, cut: boolean }} AlignedPiece */

/** @param {Given<{ names: string[], words: { text: string, cuts: AlignedPiece[][] }[] }>} given */
export default function ({ data, parentElement }) {
  const lines = partOf(parentElement, ".lines");
  const column = (/** @type {string} */ title, /** @type {AlignedPiece[][]} */ cuts) => {
    const made = element("div", "aligned");
    const head = element("span", "word", title);
    head.dir = "auto";
    made.append(head, ...cuts.map(row));
    return made;
  };
  const names = element("div", "aligned named");
  names.append(element("span", "word", "\u00a0"), ...data.names.map((name) => element("span", "row", name)));
  lines.replaceChildren(names, ...data.words.map(({ text, cuts }) => column(text, cuts)));
  partOf(parentElement, ".room").dataset.drawn = "";
}

/** @param {AlignedPiece[]} pieces */
function row(pieces) {
  const made = element("span", "row");
  made.append(
    ...pieces.map(({ piece, known, cut }) => {
      const chip = element("span", known ? (cut ? "chip cut" : "chip") : "chip missed", piece);
      chip.dir = "auto";
      return chip;
    }),
  );
  return made;
}

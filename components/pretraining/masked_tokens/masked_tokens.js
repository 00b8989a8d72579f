// A sentence after masking. Pieces are what a visitor typed: they reach the page through textContent, never as markup.

import { element, partOf } from "../../widgets/canvas/elements.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {"mask" | "random" | "kept"} Corruption */
/**
 * @typedef {{ text: string, was: string, nats: string, corruption: Corruption | "", special: boolean, continues:
 *   boolean }} MaskedPiece
 */

/** @type {Record<Corruption, string>} */
const CORRUPTIONS = { mask: "hidden", random: "random token", kept: "unchanged" };

/** @param {Given<{ pieces: MaskedPiece[] }>} given */
export default function ({ data, parentElement }) {
  const row = partOf(parentElement, ".pieces");
  const sent = JSON.stringify(data);
  if (row.dataset.sent !== sent) {
    row.dataset.sent = sent;
    let fallen = 0;
    row.replaceChildren(
      ...data.pieces.map((piece) => {
        const made = element("span", `piece ${piece.corruption} ${piece.special ? "special" : ""}`);
        if (piece.continues) made.classList.add("joined");
        const now = element("span", "now", piece.text);
        now.dir = "auto";
        made.append(now);
        if (piece.corruption) {
          const was = element("span", "was", piece.was);
          was.dir = "auto";
          made.append(
            was,
            element("span", "corruption", CORRUPTIONS[piece.corruption]),
            element("span", "nats", `loss ${piece.nats}`),
          );
          fallen += 1;
          made.style.setProperty("--turn", String(fallen));
        }
        return made;
      }),
    );
  }
  partOf(parentElement, ".room").dataset.drawn = "";
}

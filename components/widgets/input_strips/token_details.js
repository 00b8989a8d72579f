// What there is to know of one piece, in words made from its numbers.

import { element } from "../canvas/elements.js";
import { fixed, shortened } from "../canvas/wording.js";

/**
 * @import { Piece, StripsTrace } from "./columns.js"
 * @import { StripsView } from "./input_strips.js"
 */

/** @param {StripsView} view */
export function showTokenDetails(view) {
  const { trace, el } = view;
  const number = view.hover ?? view.cursor ?? view.kept;
  const piece = trace.pieces[number];
  const name = element("b", "", shortened(piece.piece));
  name.dir = "auto";
  const near = element("p", "");
  near.append(name, piece.near.length > 0 ? ` is nearest to ${nearText(piece)}` : "");
  el.told.replaceChildren(near, element("p", "", additionText(trace, piece)));
}

/**
 * "Its first number: 0.141 + −0.021 + 0.053 = 0.173"; rounded so that what is seen adds up.
 * @param {StripsTrace} stripsTrace @param {Piece} piece
 */
function additionText({ strips }, { first }) {
  const parts = first.filter((_, i) => ["", "+"].includes(strips[i].sign)).map((number) => Math.round(1000 * number));
  if (parts.length < 2) return "";
  const sum = parts.reduce((before, part) => before + part, 0);
  return `Its first number: ${parts.map((part) => fixed(part / 1000, 3)).join(" + ")} = ${fixed(sum / 1000, 3)}.`;
}

/** @param {Piece} piece */
function nearText({ near }) {
  return near.map(([text]) => `\u2068${shortened(text, 20)}\u2069`).join(", ");
}

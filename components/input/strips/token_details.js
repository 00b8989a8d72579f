// What there is to know of one piece, in words made from its numbers.

import { fixed, shortened } from "../../widgets/canvas/wording.js";
import { made, stripLabel } from "./columns.js";

export function showTokenDetails(view) {
  const { trace, el } = view;
  const number = view.hover ?? view.cursor ?? view.kept;
  const piece = trace.pieces[number];
  const head = made("p", "head");
  const name = made("b", "", shortened(piece.piece));
  name.dir = "auto";
  head.append(name, ` position ${number}, token id ${piece.id}${segmentText(trace, piece)}`);
  const lines = [head];
  if (trace.strips.length > 0) lines.push(line("Vector lengths", lengthsText(trace, piece)));
  if (piece.near.length > 0) lines.push(line("Nearest tokens in the embedding table", nearText(piece)));
  if (!piece.special) lines.push(...whereLines(piece, trace.sentences)); // no sentence is written with these
  el.told.replaceChildren(...lines);
}

function line(label, ...parts) {
  const row = made("p", "");
  row.append(made("span", "label", `${label}: `), ...parts);
  return row;
}

/** "token 1.41, segment 0.21, position 0.53; sum 1.55; LayerNorm 7.92". */
function lengthsText({ strips }, { lengths }) {
  const texts = lengths.map((length, i) => `${stripLabel(strips[i].name)} ${fixed(length, 2)}`);
  const before = { "": "", "+": ", ", "=": "; ", "→": "; " };
  return strips.map(({ sign }, i) => before[sign] + texts[i]).join("");
}

/** Which segment a piece is told to be part of, where the model is told any. */
function segmentText({ strips }, { segment }) {
  return strips.some(({ name }) => name === "segment") ? `, segment ${"AB"[segment]}` : "";
}

function nearText({ near }) {
  return near.map(([text, cosine]) => `\u2068${shortened(text, 20)}\u2069 ${fixed(cosine, 2)}`).join(", ");
}

function whereLines({ where }, sentences) {
  if (where.length === 0)
    return [line("In another sentence", `none of the ${sentences} probe sentences has this token`)];
  const [before, itself, behind] = where[0];
  const mark = made("mark", "", itself);
  return [line("In another sentence", shortenedLeft(before), mark, shortened(behind, 60))];
}

function shortenedLeft(text) {
  const letters = [...text];
  return letters.length > 60 ? `…${letters.slice(-59).join("")}` : text;
}

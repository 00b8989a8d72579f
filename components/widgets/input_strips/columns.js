// The columns: piece, id, segment, position, and a patch of colours for every vector. A patch holds the first numbers of its vector,
// written row after row like the words of a page: so few that one sees how they add up; nothing is averaged.
//
// Pieces are what a visitor typed: they reach the page through textContent, never as markup.

import { jsonAt } from "../canvas/bytes.js";
import { divergingTable } from "../canvas/diverging.js";
import { contextOf } from "../canvas/drawing.js";
import { element } from "../canvas/elements.js";
import { set, shortened } from "../canvas/wording.js";

/** @import { StripsView } from "./input_strips.js" */

/** @typedef {{ name: string, sign: string, width: number, levels: Int8Array, columns: number, rows: number }} Strip */
/** @typedef {{ piece: string, id: number, segment: number, near: [string, number][], first: number[] }} Piece */
/** @typedef {{ trace: string, strips: Strip[], pieces: Piece[], count: number }} StripsTrace */

const SHOWN = [6, 4]; // columns and rows of numbers in a patch
const ROWS = [
  ["piece", "token"],
  ["id", "token id"],
  ["id segment", "segment"],
  ["id position", "position"],
];

/** Strips and pieces out of the bytes. @param {Uint8Array<ArrayBuffer>} bytes */
export function stripsOf(bytes) {
  const [settings, middle] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, middle);
  /** @type {StripsTrace} */
  const trace = header;
  let offset = start;
  for (const strip of trace.strips) {
    const length = strip.width * trace.pieces.length;
    strip.levels = new Int8Array(bytes.buffer, bytes.byteOffset + offset, length);
    [strip.columns, strip.rows] = SHOWN;
    offset += length;
  }
  return { settings, trace };
}

/** @param {StripsView} view */
export function makeColumns(view) {
  const { trace, el } = view;
  el.names.replaceChildren(
    ...ROWS.map(([className, name]) => element("div", className, name)),
    ...trace.strips.map(({ name, sign }) => {
      const row = element("div", "strip");
      row.append(element("i", "", sign), element("span", "", stripLabel(name)));
      return row;
    }),
  );
  el.columns.replaceChildren(
    ...trace.pieces.map((piece, number) => {
      const column = element("div", "column");
      column.id = `piece-${number}`;
      column.setAttribute("role", "option");
      column.dataset.number = String(number);
      if (piece.segment) column.classList.add("second");
      const cut = element("div", "piece", shortened(piece.piece, 12));
      cut.dir = "auto";
      const segment = "AB"[piece.segment];
      const numbers = { id: piece.id, "id segment": segment, "id position": number };
      column.append(cut, ...Object.entries(numbers).map(([name, value]) => element("div", name, String(value))));
      for (const strip of trace.strips) {
        const canvas = element("canvas", "strip");
        canvas.width = strip.columns;
        canvas.height = strip.rows;
        column.append(canvas);
      }
      return column;
    }),
  );
  const width = trace.strips[trace.strips.length - 1].width;
  const shown = SHOWN[0] * SHOWN[1];
  set(el.key, `Each patch: the first ${shown} of a vector’s ${width} numbers, orange below 0, blue above 0.`);
  const hidden = trace.count - trace.pieces.length;
  set(
    el.rest,
    hidden > 0
      ? `Only the first ${trace.pieces.length} of ${trace.count} tokens are drawn; the exported file has all.`
      : "",
  );
}

/** @param {string} name */
function stripLabel(name) {
  if (name === "LayerNorm") return "LayerNorm: rescaled";
  return name === "sum" ? name : `${name.toLowerCase()} vector`;
}

/** Colours every patch. @param {StripsView} stripsView */
export function paintColumns({ trace, el, theme }) {
  const table = divergingTable(theme);
  [...el.columns.children].forEach((column, number) => {
    column.querySelectorAll("canvas").forEach((canvas, row) => {
      const { levels, width, columns, rows } = trace.strips[row];
      const context = contextOf(canvas);
      const image = context.createImageData(columns, rows);
      const pixels = new Uint32Array(image.data.buffer);
      for (let i = 0; i < Math.min(width, pixels.length); i += 1) pixels[i] = table[128 + levels[number * width + i]];
      context.putImageData(image, 0, 0);
    });
  });
}

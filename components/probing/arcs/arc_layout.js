// Where words and arcs stand: beside each other where the line fits, else one below the other. Sizes are in pixels.

/** @import { Arc } from "./tree_arcs.js" */

const GAP = 14; // between two words of a line
const ARC_STEP = 17; // more height for each word that an arc passes
const FIRST_HEIGHT = 22; // of an arc between neighbours
const LINE_HEIGHT = 150; // the highest arc of a line
const ROW = 30; // from word to word where they stand one below the other
const BESIDE = 6; // between the ends of two arcs at one word
const WIDEST = 18; // from the first to the last of such ends
const SIDE = 0.5; // of the words' height, between words and arcs

/**
 * The places of a sentence's words.
 *
 * @param {number[]} widths Of the words.
 * @param {number} width Of the space.
 * @param {number} letters Height of the letters.
 * @param {[number, number][][]} sides The arcs on the first side, above or to the right, and on the second.
 */
export function placeWords(widths, width, letters, sides) {
  const line = lineWidth(widths);
  return line <= width ? beside(widths, width, letters, sides, line) : below(widths, width, letters, sides);
}

/** How wide words are that stand beside each other. @param {number[]} widths */
export function lineWidth(widths) {
  return widths.reduce((sum, each) => sum + each, 0) + GAP * (widths.length - 1);
}

/**
 * @param {number[]} widths @param {number} width @param {number} letters @param {Arc[][]} sides @param {number} line
 */
function beside(widths, width, letters, sides, line) {
  const spare = Math.min((width - line) / Math.max(widths.length - 1, 1), 2 * GAP);
  const whole = line + spare * (widths.length - 1);
  /** @type {number[]} */
  const starts = [];
  let x = (width - whole) / 2;
  for (const each of widths) {
    starts.push(x);
    x += each + GAP + spare;
  }
  const [above, under] = sides.map((arcs) => (arcs.length > 0 ? tallest(arcs, LINE_HEIGHT) + 4 : 4));
  const half = SIDE * letters + 6;
  const middle = above + half;
  return {
    upright: false,
    width,
    height: middle + half + under,
    words: widths.map((each, i) => ({ x: starts[i] + each / 2, y: middle, anchor: "middle" })),
    offset: half,
    limit: LINE_HEIGHT,
  };
}

/** @param {number[]} widths @param {number} width @param {number} letters @param {Arc[][]} sides */
function below(widths, width, letters, sides) {
  const row = Math.max(ROW, 1.6 * letters);
  const column = Math.min(Math.max(...widths), 0.5 * width);
  const both = sides[1].length > 0;
  const middle = both ? width / 2 : column / 2 + 4;
  return {
    upright: true,
    width,
    height: row * widths.length,
    words: widths.map((_, i) => ({ x: middle, y: (i + 0.5) * row, anchor: "middle" })),
    offset: column / 2 + 6,
    limit: Math.max(width - middle - column / 2 - 12, 20),
  };
}

/** @param {Arc[]} arcs @param {number} limit */
function tallest(arcs, limit) {
  return Math.max(...arcs.map(([low, high]) => arcHeight(high - low, limit)));
}

/** How far an arc rises from the words. @param {number} distance @param {number} limit */
export function arcHeight(distance, limit) {
  return Math.min(FIRST_HEIGHT + ARC_STEP * (distance - 1), limit);
}

/**
 * The path of an arc between two words. Arcs that end at one word end beside each other, the longest at its middle.
 *
 * @param {ReturnType<typeof placeWords>} layout
 * @param {[number, number]} arc
 * @param {1 | -1} side 1 for the first side, above the words or to their right.
 * @param {[number, number][]} [others] All arcs of the side.
 */
export function arcPath(layout, [low, high], side, others = []) {
  const [from, to] = [layout.words[low], layout.words[high]];
  const longer = [
    others.filter(([first, last]) => first === low && last > high).length,
    others.filter(([first, last]) => last === high && first < low).length,
  ].map((count) => Math.min(BESIDE * count, WIDEST));
  const height = arcHeight(high - low, layout.limit);
  if (layout.upright) {
    const x = from.x + side * layout.offset;
    const [start, end] = [from.y + 3, to.y - 3];
    return `M${x} ${start}C${x + (side * 4 * height) / 3} ${start} ${x + (side * 4 * height) / 3} ${end} ${x} ${end}`;
  }
  const y = from.y - side * layout.offset;
  const top = y - (side * 4 * height) / 3; // the curve rises to three quarters of its control points
  const [start, end] = [from.x + 4 + longer[0], to.x - 4 - longer[1]];
  return `M${start} ${y}C${start} ${top} ${end} ${top} ${end} ${y}`;
}

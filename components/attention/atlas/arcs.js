// The chosen panel as arcs above the sentence: from the token that looks to those that it looks at, with its row in
// numbers below.

import { drawLabel, fontOf, LABEL_HEIGHT, labelled } from "../../widgets/canvas/drawing.js";
import { fixed } from "../../widgets/canvas/wording.js";

/**
 * @import { Context, LabelOptions, Theme } from "../../widgets/canvas/drawing.js"
 * @import { GridCell, GridLayout } from "../../widgets/canvas/grid.js"
 * @import { AtlasView } from "./attention_atlas.js"
 * @import { Matrix, Trace } from "./weights.js"
 */

export const LEAST_ARC = 0.02; // weaker ones of all tokens would be one grey heap at the foot
const WIDEST_ARC = 10; // pixels, of a weight of 1
const NUMBER_WIDTH = 2.3; // letters, of "100%"
const LONGEST = 40; // characters of a token that are measured

/** @typedef {ReturnType<typeof arcsPlot>} ArcsPlot */

/**
 * The height that the longest possible arc, the words and the numbers take, if there is room for it.
 * @param {Context} context @param {GridLayout} layout @param {Theme} theme @param {Trace} trace
 */
export function arcsHeight(context, layout, theme, trace) {
  const { pitch, words, numbers } = spacing(context, layout, theme, trace.tokens);
  return Math.min(layout.height, roundHeight(trace.tokens.length - 1, pitch, theme) + words + numbers + theme.letters);
}

/**
 * Where tokens begin and end: side by side as in a sentence, or in even columns, their words upright.
 * @param {Context} context @param {GridLayout} layout @param {Theme} theme @param {string[]} tokens
 */
function spacing(context, layout, theme, tokens) {
  const { letters } = theme;
  context.font = fontOf(theme, 700); // as wide as a label can become
  const widths = tokens.map((token) =>
    Math.max(NUMBER_WIDTH * letters, context.measureText(token.slice(0, LONGEST)).width + 0.6 * letters),
  );
  const pitch = layout.width / tokens.length;
  const spare = pitch - widths.reduce((sum, width) => sum + width, 0) / tokens.length;
  const turned = spare < 0;
  const edges = [0];
  for (const width of widths) edges.push(edges[edges.length - 1] + (turned ? pitch : width + spare));
  const longest = Math.max(...widths) + 0.6 * letters;
  const words = turned ? Math.min(layout.upright, longest) : 2.2 * letters;
  const numbers = turned && pitch < NUMBER_WIDTH * letters ? 0 : 1.8 * letters;
  return { edges, pitch, turned, words, numbers };
}

const roundHeight = (/** @type {number} */ tokens, /** @type {number} */ pitch, /** @type {Theme} */ { letters }) =>
  0.6 * tokens * pitch + 2 * letters; // a little more than a circle

/**
 * Where everything lies. `pairs` are those that arcs join. The words do not move when others are joined.
 * @param {Context} context @param {GridLayout} layout @param {Theme} theme @param {Trace} trace @param {number[]} shown
 * @param {[number, number][]} pairs
 */
function arcsPlot(context, layout, theme, trace, shown, pairs) {
  const { letters } = theme;
  const places = spacing(
    context,
    layout,
    theme,
    shown.map((position) => trace.tokens[position]),
  );
  const { edges, pitch, words, numbers } = places;
  const ground = layout.height - words - numbers - letters;
  const farthest = Math.max(1, ...pairs.map(([query, key]) => Math.abs(query - key)));
  // As high as there is room for, and one above another where both begin at one token.
  const high = Math.min(ground - WIDEST_ARC * devicePixelRatio, 2 * roundHeight(farthest, pitch, theme));
  const heightOf = (/** @type {number} */ query, /** @type {number} */ key) =>
    query === key ? 0.9 * letters : (high * (0.5 + Math.abs(query - key))) / (0.5 + farthest);
  return { ...places, ground, heightOf, at: (/** @type {number} */ i) => (edges[i] + edges[i + 1]) / 2 };
}

/**
 * Pairs of query and key that an arc may join: all, or those of the chosen row, column or cell.
 * @param {GridCell | null} chosen @param {number} count
 * @returns {Generator<[number, number]>}
 */
function* endsOf(chosen, count) {
  const [query, key] = [chosen?.query ?? null, chosen?.key ?? null];
  // A locked cell keeps its whole row: one arc alone says little.
  for (let i = query ?? 0; i < (query === null ? count : query + 1); i += 1) {
    const only = query === null && key !== null;
    for (let j = only ? key : 0; j < (only ? key + 1 : count); j += 1) yield [i, j];
  }
}

/**
 * One frame of the arcs. A chosen token has all of its own, as it has its weights in numbers; without one, those of all
 * tokens are drawn from `LEAST_ARC` on.
 * @param {Context} context @param {Trace} trace @param {GridLayout} layout @param {Theme} theme
 * @param {Pick<AtlasView, "matrix" | "shown"> & { active: GridCell | null, locked: GridCell | null }} pick
 * @returns {number[]} where tokens begin, and where the last one ends, for `arcsAt`
 */
export function drawArcs(context, trace, layout, theme, { matrix, shown, active, locked }) {
  const chosen = active ?? locked;
  const floor = chosen === null ? LEAST_ARC : 0;
  const weightOf = (/** @type {[number, number]} */ [query, key]) => matrix.weights[query * matrix.size + key];
  const pairs = [...endsOf(chosen, shown.length)].filter((pair) => weightOf(pair) > 0 && weightOf(pair) >= floor);
  const plot = arcsPlot(context, layout, theme, trace, shown, pairs);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.strokeStyle = theme.hues[0];
  for (const pair of pairs) {
    const [query, key] = pair;
    const weight = weightOf(pair);
    context.globalAlpha = Math.min(1, 0.15 + 0.85 * Math.sqrt(weight));
    context.lineWidth = (1 + (WIDEST_ARC - 1) * weight) * devicePixelRatio;
    const [from, to] = [plot.at(query), plot.at(key)];
    const half = query === key ? 0.6 * theme.letters : Math.abs(to - from) / 2;
    context.beginPath();
    context.ellipse((from + to) / 2, plot.ground, half, plot.heightOf(query, key), 0, Math.PI, 2 * Math.PI);
    context.stroke();
  }
  context.globalAlpha = 1;
  drawWords(context, trace, theme, plot, shown, chosen);
  if (plot.numbers > 0 && chosen !== null && chosen.query !== null) drawRow(context, theme, plot, matrix, chosen.query);
  return plot.edges;
}

/**
 * @param {Context} context @param {Trace} trace @param {Theme} theme @param {ArcsPlot} plot @param {number[]} shown
 * @param {GridCell | null} chosen
 */
function drawWords(context, trace, theme, plot, shown, chosen) {
  const { letters } = theme;
  const marks = [chosen?.query ?? null, chosen?.key ?? null].filter((i) => i !== null);
  const room = plot.turned ? LABEL_HEIGHT * letters : 0;
  for (const i of labelled(shown.length, plot.pitch, room, marks).reverse()) {
    /** @type {LabelOptions} */
    const how = plot.turned ? { align: "right", turned: true, width: plot.words } : { align: "center" };
    const options = { ...how, marked: marks.includes(i) };
    drawLabel(context, theme, trace.tokens[shown[i]], plot.at(i), plot.ground + 0.9 * letters, options);
  }
}

/**
 * The row of the token that looks, in numbers.
 * @param {Context} context @param {Theme} theme @param {ArcsPlot} plot @param {Matrix} matrix @param {number} query
 */
function drawRow(context, theme, plot, matrix, query) {
  const row = matrix.weights.subarray(query * matrix.size, (query + 1) * matrix.size);
  row.forEach((weight, key) => {
    const text = weight > 0 && weight < 0.005 ? "<1%" : `${fixed(100 * weight, 0)}%`;
    drawLabel(context, theme, text, plot.at(key), plot.ground + plot.words + 0.9 * theme.letters, { align: "center" });
  });
}

/** The token at a point: who looks. @param {number[]} edges @param {number} x */
export function arcsAt(edges, x) {
  const query = edges.findLastIndex((edge) => edge <= x);
  return query < 0 || query >= edges.length - 1 ? null : { query, key: null };
}

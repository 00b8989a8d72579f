// The chosen panel as arcs above the sentence: from the token that looks to those that it looks at, with its row in
// numbers below.

import { drawLabel, LABEL_HEIGHT, labelled } from "../../widgets/canvas/drawing.js";
import { fixed } from "../../widgets/canvas/wording.js";
import { endsOf } from "./map_canvas.js";

export const LEAST_ARC = 0.02; // weaker ones of all tokens would be one grey heap at the foot
const WIDEST_ARC = 10; // pixels, of a weight of 1

/** The height that the longest possible arc, the words and the numbers take, if there is room for it. */
export function arcsHeight(layout, theme, trace) {
  const { pitch, words, numbers } = spacing(
    layout,
    theme,
    trace,
    trace.tokens.map((_, position) => position),
  );
  return Math.min(layout.height, roundHeight(trace.tokens.length - 1, pitch, theme) + words + numbers + theme.letters);
}

function spacing(layout, { letters }, trace, shown) {
  const pitch = layout.width / shown.length;
  const longest = Math.max(...shown.map((position) => trace.tokens[position].length));
  const turned = longest * 0.62 * letters > pitch;
  const words = turned ? Math.min(layout.upright, 0.62 * letters * longest) + 1.2 * letters : 2.2 * letters;
  const numbers = pitch > 2.3 * letters ? 1.8 * letters : 0;
  return { pitch, turned, words, numbers };
}

const roundHeight = (tokens, pitch, { letters }) => (tokens * pitch) / 2 + 2 * letters;

/** Where everything lies. `pairs` are those that arcs join. The words do not move when others are joined. */
function arcsPlot(layout, theme, trace, shown, pairs) {
  const { letters } = theme;
  const { pitch, turned, words, numbers } = spacing(layout, theme, trace, shown);
  const ground = layout.height - words - numbers - letters;
  const farthest = Math.max(1, ...pairs.map(([query, key]) => Math.abs(query - key)));
  // Round where there is room, flatter where there is not, and one above another where both begin at one token.
  const high = Math.min(ground - WIDEST_ARC * devicePixelRatio, roundHeight(farthest, pitch, theme));
  const heightOf = (query, key) =>
    query === key ? 0.9 * letters : (high * (0.5 + Math.abs(query - key))) / (0.5 + farthest);
  return { pitch, turned, words, numbers, ground, heightOf, at: (i) => (i + 0.5) * pitch };
}

/**
 * One frame of the arcs. A chosen token has all of its own from the threshold on, as it has its weights in numbers;
 * without one, those of all tokens are drawn from `LEAST_ARC` on.
 */
export function drawArcs(context, trace, layout, theme, { matrix, shown, active, locked, threshold }) {
  const chosen = active ?? locked;
  const floor = chosen === null ? Math.max(threshold, LEAST_ARC) : threshold;
  const weightOf = ([query, key]) => matrix.weights[query * matrix.size + key];
  const pairs = [...endsOf(chosen, shown.length)].filter((pair) => weightOf(pair) > 0 && weightOf(pair) >= floor);
  const plot = arcsPlot(layout, theme, trace, shown, pairs);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.strokeStyle = theme.hues[0];
  for (const pair of pairs) {
    const [query, key] = pair;
    const weight = weightOf(pair);
    context.globalAlpha = Math.min(1, 0.15 + 0.85 * Math.sqrt(weight));
    context.lineWidth = (1 + (WIDEST_ARC - 1) * weight) * devicePixelRatio;
    const [from, to] = [plot.at(query), plot.at(key)];
    const half = query === key ? plot.pitch / 4 : Math.abs(to - from) / 2;
    context.beginPath();
    context.ellipse((from + to) / 2, plot.ground, half, plot.heightOf(query, key), 0, Math.PI, 2 * Math.PI);
    context.stroke();
  }
  context.globalAlpha = 1;
  drawWords(context, trace, theme, plot, shown, chosen);
  if (plot.numbers > 0 && chosen !== null && chosen.query !== null) drawRow(context, theme, plot, matrix, chosen.query);
}

function drawWords(context, trace, theme, plot, shown, chosen) {
  const { letters } = theme;
  const marks = [chosen?.query ?? null, chosen?.key ?? null].filter((i) => i !== null);
  const room = plot.turned ? LABEL_HEIGHT * letters : 0;
  for (const i of labelled(shown.length, plot.pitch, room, marks).reverse()) {
    const how = plot.turned
      ? { align: "right", turned: true, width: plot.words }
      : { align: "center", width: plot.pitch };
    const options = { ...how, marked: marks.includes(i) };
    drawLabel(context, theme, trace.tokens[shown[i]], plot.at(i), plot.ground + 0.9 * letters, options);
  }
}

/** The row of the token that looks, in numbers. */
function drawRow(context, theme, plot, matrix, query) {
  const row = matrix.weights.subarray(query * matrix.size, (query + 1) * matrix.size);
  row.forEach((weight, key) => {
    const text = weight > 0 && weight < 0.005 ? "<1%" : `${fixed(100 * weight, 0)}%`;
    drawLabel(context, theme, text, plot.at(key), plot.ground + plot.words + 0.9 * theme.letters, { align: "center" });
  });
}

/** The token at a point: who looks. */
export function arcsAt(layout, count, x) {
  const i = Math.floor((x * count) / layout.width);
  return i < 0 || i >= count ? null : { query: i, key: null };
}

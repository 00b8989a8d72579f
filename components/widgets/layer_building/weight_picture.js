// One attention weight, from query and key to what it brings: bottom to top, as the machine is read.

import { drawLabel, longestWidth } from "../canvas/drawing.js";
import { fixed, tokenName } from "../canvas/wording.js";
import { boxIn, boxNamed, fetchFloor, floorPart } from "./fetching.js";
import { weightsOfHead, weightText } from "./heads_picture.js";
import { drawBars, drawStrip, labelRow, largestIn, rowsOf } from "./strips.js";

/**
 * @import { Area, Context, Theme } from "../canvas/drawing.js"
 * @import { BuildingView } from "./layer_building.js"
 * @import { Box, Floor } from "./reading.js"
 * @import { StripRow } from "./strips.js"
 */

// Bottom to top: a row's share of the height, and whether a step of the story ends with it.
const ROWS = [
  { share: 1 },
  { share: 1 },
  { share: 1.5, ends: true },
  { share: 1.5, ends: true },
  { share: 1 },
  { share: 1 },
];
const BETWEEN = 0.55; // of a row, between two steps

/** @param {Context} context @param {BuildingView} view @param {Area} area */
export function drawWeight(context, view, area) {
  const { pass, shown, theme } = view;
  const [head, index] = view.cell;
  const [from, to] = [tokenName(pass, shown.token), tokenName(pass, index)];
  const weights = weightsOfHead(view, head);
  const vectors = vectorsOf(view, head, index, weights[index]);
  const weight = weightText(weights[index]);
  const names = [`query of ${from}`, `× key of ${to}`, "= products", "softmax of the scores", `value of ${to}`];
  names.push(`× ${weight} = what it brings`);
  const score = vectors ? scoreText(vectors, headPart(boxNamed(view, "scores"), head)[index]) : "";
  const results = ["what it looks for", "what it offers", score, weight, "what it holds", `goes to ${from}`];
  /** @template Item @param {Item[]} items */
  const upwards = (items) => [...items].reverse(); // rows are laid out from the top
  const gaps = ROWS.map(({ ends }) => (ends ? BETWEEN : 0));
  const shares = ROWS.map(({ share }, place) => share + gaps[place]);
  const rows = upwards(rowsOf(view, area, upwards(names), upwards(results), upwards(shares), upwards(gaps)));
  rows.forEach((row, place) => {
    labelRow(context, view, row, { marked: place === 3 });
    if (ROWS[place].ends) drawArrow(context, theme, row, rows[place + 1]);
  });
  const toToken = (/** @type {number} */ token) => {
    const text = `${from} puts ${weightText(weights[token])} of its attention on ${tokenName(pass, token)}.`;
    return { level: "weight", head, index: token, text };
  };
  drawBars(context, view, rows[3], weights, toToken, [theme.accent, theme.accent]);
  nameColumns(context, view, rows[3], weights, index);
  if (!vectors) return; // on its way
  const { query, key, products, value, brought } = vectors;
  const numbered = (/** @type {string} */ name) => (/** @type {number} */ place, /** @type {string} */ text) => ({
    text: `${name}, number ${place + 1} of ${query.length}: ${text}`,
  });
  drawStrip(context, view, rows[0], query, largestIn(query), numbered(names[0]));
  drawStrip(context, view, rows[1], key, largestIn(key), numbered(names[1]));
  drawBars(context, view, rows[2], products, (place, text) => ({
    text: `Number ${place + 1}: ${fixed(query[place], 3)} × ${fixed(key[place], 3)} = ${text}`,
  }));
  drawStrip(context, view, rows[4], value, largestIn(value), numbered(names[4]));
  drawStrip(context, view, rows[5], brought, largestIn(value), numbered(names[5]));
}

/**
 * What a weight is made of, and what it brings; null while the other token's part is on its way.
 * @param {BuildingView} view @param {number} head @param {number} index @param {number} weight
 */
function vectorsOf(view, head, index, weight) {
  const { shown } = view;
  const place = { floor: shown.floor, token: index };
  const other = index === shown.token ? shown : view.floorsFetched.get(floorPart(place));
  if (!other) {
    fetchFloor(view, place);
    return null;
  }
  const query = headPart(rotatedOr(shown, "query"), head);
  const key = headPart(rotatedOr(other, "key"), head);
  const value = headPart(rotatedOr(other, "value"), head);
  const products = query.map((number, dimension) => number * key[dimension]);
  return { query, key, value, products, brought: value.map((number) => weight * number) };
}

/** A box, after its rotation if the model has one. @param {Floor} floor @param {string} name */
function rotatedOr(floor, name) {
  return boxIn(floor, `rotated_${name}`) ?? boxNamed({ shown: floor }, name);
}

/** A head's part of a token's numbers in a box. @param {Box} box @param {number} head */
function headPart(box, head) {
  const width = box.size / box.heads;
  return box.values.subarray(head * width, (head + 1) * width);
}

/**
 * From the result of a step to that of the next one above it; where results stand above their rows, between them.
 * @param {Context} context @param {Theme} theme @param {StripRow} row @param {StripRow} next
 */
function drawArrow(context, theme, row, next) {
  const { letters } = theme;
  const middle = (/** @type {Area} */ { top, height }) => top + height / 2;
  const gapFoot = row.top - 1.5 * letters;
  const [x, from, to] = row.isNarrow
    ? [row.left + row.width / 2, gapFoot, gapFoot - 0.75 * row.gap]
    : [row.left + row.width + 1.8 * letters, middle(row) - letters, middle(next) + letters];
  const wing = 0.3 * letters;
  context.strokeStyle = theme.text;
  context.lineWidth = 1.5 * devicePixelRatio;
  context.beginPath();
  context.moveTo(x, from);
  context.lineTo(x, to);
  context.moveTo(x - wing, to + wing);
  context.lineTo(x, to);
  context.lineTo(x + wing, to + wing);
  context.stroke();
}

/**
 * How the score follows from the products: "sum 24.7 ÷ √32 = score 4.36".
 * @param {{ products: Float32Array }} given @param {number} score
 */
function scoreText({ products }, score) {
  if (!Number.isFinite(score)) return "hidden from it";
  const sum = products.reduce((total, product) => total + product, 0);
  const isUsual = Math.abs(sum / Math.sqrt(products.length) - score) < 1e-3 * Math.max(1, Math.abs(score));
  return isUsual
    ? `sum ${fixed(sum, 1)} ÷ √${products.length} = score ${fixed(score, 2)}`
    : `sum ${fixed(sum, 1)}, score ${fixed(score, 2)}`;
}

/**
 * The tokens below their bars: the one that the weight is on, and of the others the largest that there is room for.
 * @param {Context} context @param {BuildingView} buildingView @param {StripRow} row @param {Float32Array} weights
 * @param {number} index
 */
function nameColumns(context, { theme, pass }, row, weights, index) {
  const column = row.width / pass.count;
  const y = row.top + row.height + 0.62 * theme.letters;
  const order = [
    index,
    ...[...weights.keys()].filter((token) => token !== index).sort((a, b) => weights[b] - weights[a]),
  ];
  /** @type {{ x: number, half: number }[]} */
  const named = [];
  for (const token of order) {
    const x = row.left + (token + 0.5) * column;
    const half = longestWidth(context, theme, [pass.tokens[token]], 8 * theme.letters) / 2 + 0.3 * theme.letters;
    if (named.some((other) => Math.abs(other.x - x) < other.half + half)) continue;
    named.push({ x, half });
    drawLabel(context, theme, pass.tokens[token], x, y, {
      align: "center",
      marked: token === index,
      width: 8 * theme.letters,
    });
  }
}

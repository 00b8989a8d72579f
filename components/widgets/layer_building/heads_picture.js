// A layer's attention: what every head brings to the chosen token, and one head alone.

import { drawLabel, labelled, longestWidth } from "../canvas/drawing.js";
import { fixed, shortened, tokenName } from "../canvas/wording.js";
import { boxNamed } from "./fetching.js";
import { drawRibbon, ribbonMiddle } from "./ribbons.js";

/**
 * @import { Area, Context } from "../canvas/drawing.js"
 * @import { BuildingView } from "./layer_building.js"
 * @import { Ribbon } from "./ribbons.js"
 */

/** @typedef {{ left: number, width: number, top: number, bottom: number }} Span Where ribbons are. */

const WIDE_CARD = 1.9; // width to height that the cards of heads come near to
const LEAST_DRAWN = 0.001; // of a ribbon
const WIDEST = 0.24; // share of the width that a weight of 1 takes
const REACH = 12; // CSS pixels to either side of a thin ribbon that a finger may be

/** The weights of a head on all tokens. @param {BuildingView} view @param {number} head */
export function weightsOfHead(view, head) {
  const box = boxNamed(view, "weights");
  const width = box.size / box.heads;
  return box.values.subarray(head * width, (head + 1) * width);
}

/** @param {number} weight */
export function weightText(weight) {
  return `${fixed(100 * weight, 1)}%`;
}

/**
 * Every head of the layer as a card; a card opens the head.
 * @param {Context} context @param {BuildingView} view @param {Area} area
 */
export function drawHeads(context, view, area) {
  const { theme } = view;
  const { heads } = boxNamed(view, "weights");
  const columns = columnsOf(heads, area);
  const rows = Math.ceil(heads / columns);
  const gap = 0.9 * theme.letters;
  const width = (area.width - (columns - 1) * gap) / columns;
  const height = (area.height - (rows - 1) * gap) / rows;
  for (let head = 0; head < heads; head += 1) {
    const left = area.left + (head % columns) * (width + gap);
    const top = area.top + Math.floor(head / columns) * (height + gap);
    const weights = weightsOfHead(view, head);
    const best = weights.indexOf(Math.max(...weights));
    view.targets.push({ left, top, width, height, level: "head", head, text: headText(view, head, best, weights) });
    frameCard(context, view, { left, top, width, height });
    const middle = top + 0.85 * theme.letters;
    const share = weightText(weights[best]);
    const room = width - longestWidth(context, theme, [share], width) - 1.4 * theme.letters;
    const title = `head ${head + 1}: ${shortened(view.pass.tokens[best])}`;
    drawLabel(context, theme, title, left + 0.4 * theme.letters, middle, { align: "left", width: room });
    drawLabel(context, theme, share, left + width - 0.4 * theme.letters, middle);
    const inner = { left: left + 3, width: width - 6, top: top + 1.7 * theme.letters, bottom: top + height - 3 };
    drawRibbons(context, view, weights, inner);
  }
}

/** How many cards stand side by side. @param {number} heads @param {Area} area */
function columnsOf(heads, { width, height }) {
  let best = 1;
  let nearest = Infinity;
  for (let columns = 1; columns <= heads; columns += 1) {
    const rows = Math.ceil(heads / columns);
    const empty = columns * rows - heads;
    const unlike = Math.abs(Math.log(width / columns / (height / rows) / WIDE_CARD)) + 0.3 * empty;
    if (unlike < nearest) [best, nearest] = [columns, unlike];
  }
  return best;
}

/** @param {BuildingView} buildingView @param {number} head @param {number} best @param {Float32Array} weights */
function headText({ pass, shown }, head, best, weights) {
  const share = weightText(weights[best]);
  return `Head ${head + 1}: ${tokenName(pass, shown.token)} puts ${share} of its attention on ${tokenName(pass, best)}.`;
}

/** @param {Context} context @param {BuildingView} buildingView @param {Area} area */
function frameCard(context, { theme }, { left, top, width, height }) {
  context.globalAlpha = 0.045;
  context.fillStyle = theme.text;
  context.beginPath();
  context.roundRect(left, top, width, height, 0.4 * theme.letters);
  context.fill();
  context.globalAlpha = 1;
}

/**
 * One head: the tokens below, and as ribbons what the chosen one above takes from each.
 * @param {Context} context @param {BuildingView} view @param {Area} area
 */
export function drawHead(context, view, area) {
  const { theme, pass } = view;
  const [head] = view.cell;
  const weights = weightsOfHead(view, head);
  const column = area.width / pass.count;
  const isTurned = column < longestWidth(context, theme, pass.tokens, 5 * theme.letters) + 0.3 * theme.letters;
  const names = isTurned
    ? Math.min(longestWidth(context, theme, pass.tokens, 6 * theme.letters), 6 * theme.letters)
    : theme.letters;
  const isShares = column > longestWidth(context, theme, ["00.0%"], column) + 0.2 * theme.letters;
  const below = names + (isShares ? 2.9 : 1.5) * theme.letters;
  const inner = {
    left: area.left,
    width: area.width,
    top: area.top + 1.6 * theme.letters,
    bottom: area.top + area.height - below,
  };
  const ribbons = drawRibbons(context, view, weights, inner);
  const chosen = area.left + (view.shown.token + 0.5) * column;
  drawLabel(context, theme, pass.tokens[view.shown.token], chosen, area.top + 0.7 * theme.letters, {
    marked: true,
    align: "center",
  });
  const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a]);
  const shownNames = isTurned ? labelled(pass.count, column, 1.05 * theme.letters, order.slice(0, 6)) : order;
  for (const token of shownNames) {
    const x = area.left + (token + 0.5) * column;
    const marked = token === order[0];
    const first = inner.bottom + 0.9 * theme.letters;
    if (isShares) drawLabel(context, theme, weightText(weights[token]), x, first, { align: "center" });
    const y = first + (isShares ? 1.4 : 0) * theme.letters;
    if (isTurned)
      drawLabel(context, theme, pass.tokens[token], x, y - 0.5 * theme.letters, { marked, turned: true, width: names });
    else drawLabel(context, theme, pass.tokens[token], x, y, { marked, align: "center" });
  }
  const foot = { top: inner.bottom, width: column, height: area.top + area.height - inner.bottom };
  for (let token = 0; token < pass.count; token += 1) {
    const text = `${tokenName(pass, view.shown.token)} puts ${weightText(weights[token])} of its attention on ${tokenName(pass, token)}.`;
    const word = { ...foot, left: area.left + token * column };
    const away = (/** @type {number} */ x, /** @type {number} */ y) => awayFrom(word, ribbons[token], inner, x, y);
    view.targets.push({ ...word, away, level: "weight", head, index: token, text });
  }
}

/**
 * How far a place is from a word or its ribbon, in device pixels; infinite where a finger could not mean either.
 * @param {Area} word @param {Ribbon | null} ribbon @param {Span} span @param {number} x @param {number} y
 */
function awayFrom(word, ribbon, { top, bottom }, x, y) {
  if (y >= bottom) return x >= word.left && x < word.left + word.width && y < bottom + word.height ? 0 : Infinity;
  if (!ribbon || y < top) return Infinity;
  const away = Math.max(0, Math.abs(x - ribbonMiddle(ribbon, y)) - ribbon.wide / 2);
  return away <= Math.max(0, REACH * devicePixelRatio - ribbon.wide / 2) ? away : Infinity;
}

/**
 * Ribbons from all tokens at the foot to the chosen one at the top, as wide as the weights; returns where they are.
 * @param {Context} context @param {BuildingView} view @param {Float32Array} weights @param {Span} span
 */
function drawRibbons(context, view, weights, { left, width, top, bottom }) {
  const { pass, shown, theme } = view;
  const column = width / pass.count;
  const middle = (/** @type {number} */ token) => left + (token + 0.5) * column;
  const full = WIDEST * width;
  context.fillStyle = theme.text;
  context.globalAlpha = 0.4;
  for (let token = 0; token < pass.count; token += 1) {
    context.fillRect(
      middle(token) - 0.5 * devicePixelRatio,
      bottom - 4 * devicePixelRatio,
      devicePixelRatio,
      4 * devicePixelRatio,
    );
  }
  context.globalAlpha = 1;
  const within = (/** @type {number} */ x, /** @type {number} */ wide) =>
    Math.min(Math.max(x, left + wide / 2), left + width - wide / 2);
  let end = within(middle(shown.token), full) - full / 2; // side by side they are all of its attention
  const ribbons = Array.from(weights, (weight, token) => {
    const share = weight * full;
    const wide = Math.max(share, devicePixelRatio);
    const ribbon = { from: within(middle(token), wide), foot: bottom, to: end + share / 2, end: top, wide };
    end += share;
    if (weight < LEAST_DRAWN) return null;
    drawRibbon(context, theme.accent, ribbon);
    return ribbon;
  });
  context.fillStyle = theme.accent;
  context.fillRect(end - full, top - 2.5 * devicePixelRatio, full, 3 * devicePixelRatio);
  return ribbons;
}

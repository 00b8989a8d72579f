// What a grid shows, said in words made from its numbers.

import { fixed, plural, tokenName } from "../../widgets/canvas/wording.js";
import { cellOn, isAllowed, isFinished, lookedAt, readOn, weightsOn } from "./looking.js";

/**
 * @import { Grid } from "./grids.js"
 * @import { GridsView } from "./mask_grids.js"
 */

const MAX_NAMED = 4; // tokens named one by one; of more, the rest is counted

/** @param {number} weight */
function shareText(weight) {
  if (weight === 0) return "0%";
  return weight < 0.005 ? "less than 1%" : `${fixed(100 * weight, 0)}%`;
}

/** @param {Grid} grid @param {number[]} positions */
function tokensText(grid, positions) {
  const named = positions.slice(0, positions.length > MAX_NAMED + 1 ? MAX_NAMED : MAX_NAMED + 1);
  const names = named.map((position) => tokenName(grid, position)).join(", ");
  return named.length === positions.length ? names : `${names} and ${positions.length - named.length} more`;
}

/**
 * The finding of one grid: of the cell, row or column that is looked at; "" where nothing is, since the answer above the
 * figure is about the grids as a whole.
 * @param {GridsView} view @param {number} side
 */
export function findingOf(view, side) {
  const grid = view.trace.grids[side];
  const active = lookedAt(view);
  if (active === null) return "";
  const { query, key } = cellOn(view, side, active);
  const nameThere = (/** @type {number} */ position) => tokenName(view.trace.grids[active.side], position);
  if (active.query !== null && query === null) return `There is no ${nameThere(active.query)} in this grid.`;
  if (active.key !== null && key === null && query === null)
    return `There is no ${nameThere(active.key)} in this grid.`;
  const read = readOn(view, side);
  for (const position of [query, key]) {
    if (position !== null && position >= read) return `${tokenName(grid, position)} has not been read yet.`;
  }
  if (query === null) return key === null ? "" : columnText(view, side, key);
  if (key === null) return rowText(view, side, query);
  return `${pairText(view, side, query, key)} ${rowText(view, side, query, true)}`;
}

/** @param {GridsView} view @param {number} side @param {number} query @param {number} key */
function pairText(view, side, query, key) {
  const grid = view.trace.grids[side];
  const weight = weightsOn(view, side)[query * grid.count + key];
  const from = tokenName(grid, query);
  const to = query === key ? "itself" : `${tokenName(grid, key)}${grid.padding.has(key) ? ", which is padding" : ""}`;
  if (isAllowed(view, side, query, key)) return `${from} puts ${shareText(weight)} of its attention on ${to}.`;
  return `${from} does not see ${to}: weight ${shareText(weight)}.`;
}

/**
 * What a token sees, what it does not see, and how much of its attention goes right.
 * @param {GridsView} view @param {number} side @param {number} query @param {boolean} [isNamed]
 */
function rowText(view, side, query, isNamed = false) {
  const grid = view.trace.grids[side];
  if (grid.padding.has(query)) {
    return `${isNamed ? "This row" : tokenName(grid, query)} is padding: nobody reads what it gives.`;
  }
  const read = readOn(view, side);
  const hidden = Array.from({ length: read }, (_, key) => key).filter((key) => !isAllowed(view, side, query, key));
  const name = isNamed ? "It" : tokenName(grid, query);
  const whole = isFinished(view) ? plural("token", read) : `${plural("token", read)} read so far`;
  const sees =
    hidden.length === 0
      ? `${name} sees ${read === 1 ? "the" : "all"} ${whole}`
      : `${name} sees ${read - hidden.length} of ${whole}`;
  const unseen = hidden.length === 0 ? "" : `; out of sight: ${hiddenText(grid, hidden)}`;
  return `${sees}${unseen}. ${rightText(view, side, query)}`;
}

/** What is out of sight: padding is counted, the rest named. @param {Grid} grid @param {number[]} hidden */
function hiddenText(grid, hidden) {
  const named = hidden.filter((key) => !grid.padding.has(key));
  const parts = named.length > 0 ? [tokensText(grid, named)] : [];
  if (named.length < hidden.length) parts.push(`${hidden.length - named.length} of padding`);
  return parts.join(" and ");
}

/**
 * How much of a token's attention goes to later ones; a part that is out of sight is not worth a word.
 * @param {GridsView} view @param {number} side @param {number} query
 */
function rightText(view, side, query) {
  const grid = view.trace.grids[side];
  const end = grid.prefixes === null ? grid.count : readOn(view, side);
  const later = Array.from({ length: end - query - 1 }, (_, i) => query + 1 + i);
  if (later.every((key) => grid.padding.has(key))) {
    return `Nothing${later.length > 0 ? " but padding" : ""} stands to its right.`;
  }
  const visible = later.filter((key) => isAllowed(view, side, query, key));
  if (visible.length === 0) return "Nothing goes right: no later token is in its sight.";
  const weights = weightsOn(view, side);
  const sum = (/** @type {number[]} */ keys) =>
    keys.reduce((total, /** @type {number} */ key) => total + weights[query * grid.count + key], 0);
  const [part, name] = isFinished(view)
    ? [visible.filter((key) => grid.special.has(key)), "special tokens"]
    : [visible.filter((key) => key >= readOn(view, side)), "tokens not read yet"];
  const split = part.length > 0 && sum(later) > 0 ? ` (${shareText(sum(part))} of it to ${name})` : "";
  return `${shareText(sum(later))} of its attention goes right${split}.`;
}

/** @param {GridsView} view @param {number} side @param {number} key */
function columnText(view, side, key) {
  const grid = view.trace.grids[side];
  const rows = rowsRead(view, side);
  const seeing = rows.filter((query) => isAllowed(view, side, query, key));
  const weights = weightsOn(view, side);
  const weightOf = (/** @type {number} */ query) => weights[query * grid.count + key];
  if (seeing.length === 0) {
    const why = grid.padding.has(key) ? ": it is padding" : "";
    return `No token that has been read sees ${tokenName(grid, key)}${why}.`;
  }
  const strongest = seeing.reduce((best, query) => (weightOf(query) > weightOf(best) ? query : best));
  const by = strongest === key ? "itself" : tokenName(grid, strongest);
  return `${tokenName(grid, key)} is seen by ${seeing.length} of ${plural("token", rows.length)}, most by ${by} (${shareText(weightOf(strongest))}).`;
}

/**
 * The rows that have been read and that anybody reads: not those of padding.
 * @param {GridsView} view @param {number} side
 */
function rowsRead(view, side) {
  const { padding } = view.trace.grids[side];
  return Array.from({ length: readOn(view, side) }, (_, query) => query).filter((query) => !padding.has(query));
}

/** Whether no token of a grid sees a later one, as things stand now. @param {GridsView} view @param {number} side */
function seesOnlyBack(view, side) {
  const { count } = view.trace.grids[side];
  for (let query = 0; query < count; query += 1) {
    for (let key = query + 1; key < count; key += 1) if (isAllowed(view, side, query, key)) return false;
  }
  return true;
}

/** What the words to come would do to the rows that are drawn. @param {GridsView} view @param {number} side */
function readingText(view, side) {
  if (seesOnlyBack(view, side)) return "Rows that have been read stay as they are: no later word changes them.";
  if (view.trace.grids[side].prefixes === null) {
    return "These are the weights of the finished sentence. A model that sees later words would change its rows with each new word.";
  }
  return "These are the weights of the words read so far: every new word changes the rows before it.";
}

/** What has to be known to read a grid rightly. @param {GridsView} view @param {number} side */
export function noteOf(view, side) {
  return isFinished(view) ? "" : readingText(view, side);
}

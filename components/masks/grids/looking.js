// What a grid shows of its numbers: how far it has been read, what may be seen, and what is looked at.

/** @import { GridsView, SideCell } from "./mask_grids.js" */

export const SIDES = [0, 1];

/** How many tokens of a grid have been read. @param {GridsView} gridsView @param {number} side */
export function readOn({ trace, step }, side) {
  return trace.readings[step - 1][side];
}

/**
 * The weights that a model works out from what has been read; those of the whole where nothing to come changes them.
 * @param {GridsView} view @param {number} side
 */
export function weightsOn(view, side) {
  const { count, weights, prefixes } = view.trace.grids[side];
  if (prefixes === null || isFinished(view)) return weights;
  const cells = count * count;
  const before = readOn(view, side) - 1;
  return prefixes.subarray(before * cells, (before + 1) * cells);
}

/** @param {GridsView} gridsView */
export function isFinished({ trace, step }) {
  return step === trace.readings.length;
}

/**
 * The same token in one of the grids; null where there is none.
 * @param {GridsView} gridsView @param {number} from @param {number} to @param {number | null} position
 */
export function partnerOf({ trace }, from, to, position) {
  return position === null || from === to ? position : trace.partners[from][position];
}

/**
 * Whether a query may see a key.
 * @param {GridsView} gridsView @param {number} side @param {number} query @param {number} key
 */
export function isAllowed({ trace }, side, query, key) {
  const { count, allowed } = trace.grids[side];
  return allowed[query * count + key] === 1;
}

/**
 * What is looked at: what the mouse is on, else the keyboard, else what is locked. A cell of one side, or null.
 * @param {GridsView} view
 */
export function lookedAt(view) {
  return view.hover ?? view.cursor ?? lockedCell(view);
}

/** @param {GridsView} gridsView */
export function lockedCell({ lock: locked }) {
  return locked === null ? null : { side: 0, ...locked };
}

/** A cell, or its row, as the other grid has it. @param {GridsView} view @param {number} side @param {SideCell} cell */
export function cellOn(view, side, cell) {
  const [query, key] = [cell.query, cell.key].map((position) => partnerOf(view, cell.side, side, position));
  return { side, query, key };
}

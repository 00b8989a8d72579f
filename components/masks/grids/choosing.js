// What is chosen: a row and perhaps a cell, held as tokens of the left grid, and the cells switched by hand in the right.

import { tell } from "../../widgets/canvas/canvas_widget.js";
import { tokenName } from "../../widgets/canvas/wording.js";
import { announce, refresh } from "./frame.js";

export const REST_MS = 500; // after a cell was switched or the slider moved: another one, another step may follow

/** Locks a cell of the left grid, or its row; null, or what is locked already, unlocks. */
export function lock(view, cell) {
  const same = cell !== null && view.lock?.query === cell.query && view.lock?.key === cell.key;
  view.lock = same ? null : cell;
  view.message = null;
  announce(view);
  tell(view);
}

/** Locks a cell wherever it was chosen. */
export function lockOn(view, { side, query, key }) {
  const [row, column] = [query, key].map((position) => partnerOf(view, side, 0, position));
  if (row !== null) {
    lock(view, { query: row, key: column });
    return;
  }
  const name = tokenName(view.trace.grids[side], query);
  refuse(view, side, `${name} has no place in the left grid, so its row cannot be kept.`);
}

/** Says under a grid why what was asked for cannot be. */
function refuse(view, side, text) {
  view.message = { side, text };
  announce(view);
}

/** The same token in one of the grids; null where there is none. */
export function partnerOf({ trace }, from, to, position) {
  return position === null || from === to ? position : trace.partners[from][position];
}

/** Whether a query may see a key now, with what was switched by hand. */
export function isAllowed({ trace, drawn }, side, query, key) {
  const { count, allowed } = trace.grids[side];
  const number = query * count + key;
  return (allowed[number] === 1) !== (side === 1 && drawn.has(number));
}

/** Lets a token of the right grid see another one, or takes it out of its sight; a row that sees nothing is refused. */
export function switchCell(view, { query, key }) {
  const { count } = view.trace.grids[1];
  const visible = Array.from({ length: count }, (_, each) => isAllowed(view, 1, query, each));
  if (visible[key] && visible.filter(Boolean).length === 1) {
    refuse(view, 1, `${tokenName(view.trace.grids[1], query)} has to see something: a row cannot be empty.`);
    return;
  }
  toggle(view.drawn, query * count + key);
  view.message = null;
  refresh(view, "pictures");
  announce(view);
  tell(view, REST_MS);
}

export function toggle(numbers, number) {
  if (!numbers.delete(number)) numbers.add(number);
}

export function answerOf({ trace, settings, lock: locked, step, drawn }) {
  const { count } = trace.grids[1];
  const cells = [...drawn].sort((a, b) => a - b).map((number) => [Math.floor(number / count), number % count]);
  return JSON.stringify({
    trace: trace.trace,
    row: locked?.query ?? null,
    column: locked?.key ?? null,
    step: step === trace.readings.length ? null : step,
    drawn: settings.canDraw ? cells : null,
  });
}

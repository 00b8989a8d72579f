// What is chosen, for Python to be told: the locked pair.

import { tell } from "../../widgets/canvas/canvas_widget.js";
import { samePair } from "./plot.js";
import { announce } from "./texts.js";

/**
 * @import { Pair } from "./matrices.js"
 * @import { PanelsView } from "./position_panels.js"
 */

/**
 * Locks a pair; null, or the one that is locked already, unlocks.
 * @param {PanelsView} view @param {Pair | null} pair
 */
export function lock(view, pair) {
  view.lock = samePair(pair, view.lock) ? null : pair;
  announce(view);
  tell(view);
}

/** @param {PanelsView} panelsView */
export function answerOf({ trace, lock: locked }) {
  return JSON.stringify({ trace: trace.trace, first: locked?.first ?? null, second: locked?.second ?? null });
}

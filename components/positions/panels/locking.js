// What is chosen, for Python to be told: the locked pair.

import { tell } from "../../widgets/canvas/canvas_widget.js";
import { samePair } from "./plot.js";
import { announce } from "./texts.js";

/** Locks a pair; null, or the one that is locked already, unlocks. */
export function lock(view, pair) {
  view.lock = samePair(pair, view.lock) ? null : pair;
  announce(view);
  tell(view);
}

export function answerOf({ trace, lock: locked }) {
  return JSON.stringify({ trace: trace.trace, first: locked?.first ?? null, second: locked?.second ?? null });
}

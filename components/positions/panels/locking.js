// What is chosen, for Python to be told: the locked pair.

/** Locks a pair; null, or the one that is locked already, unlocks. */
function lock(view, pair) {
  view.lock = samePair(pair, view.lock) ? null : pair;
  announce(view);
  tell(view);
}

function answerOf({ trace, lock: locked }) {
  return JSON.stringify({ trace: trace.trace, first: locked?.first ?? null, second: locked?.second ?? null });
}

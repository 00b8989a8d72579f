// Telling Python what is chosen: the layer where the picture rests, and the locked point.

const REST_MS = 400;

/** Locks a point; null, or the one that is locked already, unlocks. */
function lock(view, point) {
  view.point = view.point === point ? null : point;
  delete view.el.said.dataset.said;
  announce(view, view.point === null ? "Unlocked" : spoken(view, point));
  tell(view);
  refresh(view);
}

function answerOf({ points, layer, point }) {
  return JSON.stringify({ map: points.map, layer, point });
}

/** Tells Python, after so many milliseconds, unless it knows. */
function tell(view, wait = 0) {
  clearTimeout(view.tellTimer);
  const now = () => {
    const answer = answerOf(view);
    if (answer === view.told) return;
    view.told = answer;
    view.clicks += 1;
    view.tell({ ...JSON.parse(answer), click: view.clicks });
  };
  if (wait > 0) view.tellTimer = setTimeout(now, wait);
  else now();
}

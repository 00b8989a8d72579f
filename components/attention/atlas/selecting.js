// What is selected: the panel, the locked tokens, the panels switched off.

function choose(view, panel, wait) {
  view.preview = null;
  view.panel = panel;
  wantExact(view);
  refresh(view, "map");
  announce(view);
  tell(view, wait);
}

function lock(view, cell) {
  const same = cell !== null && view.lock?.query === cell.query && view.lock?.key === cell.key;
  view.lock = same ? null : cell;
  if (view.preview !== null) view.panel = view.preview;
  announce(view);
  tell(view);
}

function switchOff(view, panels) {
  const isOn = panels.some((panel) => !view.off.has(panel));
  for (const panel of panels) {
    if (isOn) view.off.add(panel);
    else view.off.delete(panel);
  }
  announce(view);
  tell(view);
}

function rowOf({ trace }, row) {
  return trace.columns.map((_, column) => row * trace.columns.length + column);
}

function answerOf({ trace, panel, lock, off }) {
  const columns = trace.columns.length;
  const pair = (number) => [Math.floor(number / columns), number % columns];
  return JSON.stringify({
    trace: trace.trace,
    panel: pair(panel),
    query: lock?.query ?? null,
    key: lock?.key ?? null,
    off: [...off].sort((a, b) => a - b).map(pair),
  });
}

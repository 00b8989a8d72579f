// The element: what it remembers between runs, and what it takes in from Python.

// Keyed by its root, so that one whose HTML Streamlit has put in anew starts afresh.
const views = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".room");
  let view = views.get(root);
  if (!view) {
    view = newView(root);
    views.set(root, view);
    listenToControls(view);
    listenToAtlas(view);
    listenToMap(view);
    view.watch = new ResizeObserver(() => {
      if (view.root.clientWidth !== view.width) layOut(view);
    });
    view.watch.observe(root);
  }
  view.tell = (answer) => setStateValue("selection", answer);
  if (view.bytes !== data) take(view, data);
  layOut(view); // also after a change of theme, which is the other reason to be called
  // Drawing is what asks for a font. Where it had to be loaded the letters have another width now.
  if (document.fonts.status === "loading") document.fonts.ready.then(() => views.has(root) && layOut(view));
  return () => {
    view.watch.disconnect();
    clearTimeout(view.fetchTimer);
    clearTimeout(view.tellTimer);
    cancelAnimationFrame(view.frame);
    views.delete(root);
  };
}

function newView(root) {
  const element = (name) => root.querySelector(`.${name}`);
  const names = ["atlas", "map", "finding", "note", "news", "tip", "legend", "least", "least-said", "hide", "hiding"];
  const more = ["renormalise", "add", "all-on", "all-name", "one-name", "scale", "ramp"];
  const ordering = ["ordering", "order", "order-name"];
  const el = Object.fromEntries([...names, ...more, ...ordering].map((name) => [name, element(name)]));
  return {
    root,
    el,
    views: [...root.querySelectorAll("input[name=view]")],
    help: root.querySelector("#atlas-help"),
    atlas: el.atlas.getContext("2d"),
    map: el.map.getContext("2d"),
    width: 0,
    clicks: 0,
    lines: false,
    threshold: 0,
    hide: false,
    renormalise: false,
    byScore: false,
    stale: new Set(),
    frame: 0,
  };
}

/** Takes in what Python sent. What a visitor has done stays, unless it is another trace or Python says where to go. */
function take(view, bytes) {
  const { settings, trace } = opened(bytes);
  const initial = JSON.stringify(settings.initial);
  const isNew = view.trace?.trace !== trace.trace;
  if (isNew) {
    view.fetching = new Map();
    view.failed = new Set();
    view.added = new Map(); // panel -> slot, a hue and a dash
  } else {
    for (const [panel, weights] of view.trace.exact) trace.exact.set(panel, weights);
  }
  if (view.bytes === undefined) view.lines = settings.view === "lines";
  if (isNew || initial !== view.initial) {
    clearTimeout(view.tellTimer);
    const columns = trace.columns.length;
    const { panel, query, key, off } = settings.initial ?? { panel: null, query: null, key: null, off: [] };
    const number = ([row, column]) => row * columns + column;
    view.panel = panel ? number(panel) : trace.chosen;
    view.lock = query === null ? null : { query, key };
    view.off = new Set(off.map(number));
    view.preview = null;
    view.hover = null;
    view.cursor = null;
    view.told = answerOf({ ...view, trace });
  }
  Object.assign(view, { bytes, trace, settings, initial });
  wantExact(view);
}

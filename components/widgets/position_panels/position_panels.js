// The element: what it remembers between runs, and what it takes in from Python.

// Keyed by its root, so that one whose HTML Streamlit has put in anew starts afresh.
const views = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".room");
  let view = views.get(root);
  if (!view) {
    view = newView(root);
    views.set(root, view);
    view.watch = new ResizeObserver(() => {
      if (view.root.clientWidth !== view.width) layOut(view);
    });
    view.watch.observe(root);
  }
  view.tell = (answer) => setStateValue("pair", answer);
  if (view.bytes !== data) take(view, data);
  layOut(view); // also after a change of theme, which is the other reason to be called
  // Drawing is what asks for a font. Where it had to be loaded the letters have another width now.
  if (document.fonts.status === "loading") document.fonts.ready.then(() => views.has(root) && layOut(view));
  return () => {
    view.watch.disconnect();
    clearTimeout(view.tellTimer);
    cancelAnimationFrame(view.frame);
    views.delete(root);
  };
}

function newView(root) {
  const el = Object.fromEntries(["panels", "said", "note", "news"].map((name) => [name, root.querySelector(`.${name}`)]));
  return {
    root,
    el,
    figures: [],
    width: 0,
    clicks: 0,
    lock: null, // the pair that is kept
    cursor: null, // where the keyboard is
    hover: null,
    cell: null, // the very cell under the mouse
    frame: 0,
  };
}

/**
 * Takes in what Python sent. A pair of positions means the same in every model, so what a visitor has locked stays as
 * long as there are such positions, unless Python says where to go. About other panels Python hears it anew.
 */
function take(view, bytes) {
  const { settings, trace } = opened(bytes);
  const initial = JSON.stringify(settings.initial);
  const isMoved = initial !== view.initial;
  const isNew = trace.trace !== view.trace?.trace;
  Object.assign(view, { bytes, trace, initial });
  makeFigures(view);
  if (!isNew && !isMoved) return;
  clearTimeout(view.tellTimer);
  if (isMoved) view.lock = settings.initial;
  if (view.lock !== null && Math.max(view.lock.first, view.lock.second) >= trace.count) view.lock = null;
  view.cursor = null;
  view.hover = null;
  view.cell = null;
  view.told = isMoved || view.lock === null ? answerOf(view) : null;
  tell(view);
}

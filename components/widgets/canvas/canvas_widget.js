// The base of all canvas widgets: made once for its root, told what Python sends, laid out anew, and taken down.

/**
 * What a widget is made of. A view holds its state: what `create` returned, and `root`, `el`, `width`, `clicks`, `frame`,
 * `bytes` and `told`.
 *
 * @typedef {object} CanvasWidget
 * @property {string} state Name under which Python reads its answer.
 * @property {string[]} parts Classes of the elements below the root that go by these names in `view.el`.
 * @property {(root: HTMLElement, el: Record<string, any>) => object} create Returns the state that is its own.
 * @property {(view: any) => void} [listen] Starts listening to what a visitor does; called once.
 * @property {(view: any, bytes: Uint8Array) => void} take Takes in what Python sent.
 * @property {(view: any) => void} layOut Sizes everything for the space there is, and draws it.
 * @property {(view: any, now: number) => void} draw Draws one frame; `now` is its time in milliseconds.
 * @property {(view: any) => string} answer What there is to tell Python, as JSON.
 */

// Keyed by its root, so that one whose HTML Streamlit has put in anew starts afresh.
const views = new WeakMap();

/**
 * Runs at every change of data or theme; what it returns takes the widget down. Streamlit calls that when the widget
 * leaves the page. But where two changes come so close together that the second overtakes the first, it calls what the
 * first returned at once, and the widget lives on: what is still on the page is not taken down.
 *
 * @param {{ data: Uint8Array, parentElement: HTMLElement, setStateValue: (name: string, value: object) => void }} element
 * @param {CanvasWidget} widget
 */
export function mount({ data, parentElement, setStateValue }, widget) {
  const root = /** @type {HTMLElement} */ (parentElement.querySelector(".room"));
  let view = views.get(root);
  if (!view) {
    const el = Object.fromEntries(widget.parts.map((name) => [name, root.querySelector(`.${name}`)]));
    view = { root, el, widget, width: 0, clicks: 0, frame: 0, ...widget.create(root, el) };
    views.set(root, view);
    widget.listen?.(view);
    view.watch = new ResizeObserver(() => {
      if (view.root.clientWidth !== view.width) widget.layOut(view);
    });
    view.watch.observe(root);
    view.enlarged = () => widget.layOut(view);
    document.addEventListener("picture-zoom", view.enlarged);
  }
  view.tell = (answer) => setStateValue(widget.state, answer);
  if (view.bytes !== data) widget.take(view, data);
  widget.layOut(view); // also after a change of theme, which is the other reason to be called
  // Drawing is what asks for a font. Where it had to be loaded the letters have another width now.
  if (document.fonts.status === "loading") document.fonts.ready.then(() => views.has(root) && widget.layOut(view));
  return () => {
    if (root.isConnected) return; // overtaken
    view.watch.disconnect();
    document.removeEventListener("picture-zoom", view.enlarged);
    for (const timer of [view.fetchTimer, view.tellTimer, view.playTimer]) clearTimeout(timer);
    cancelAnimationFrame(view.frame);
    views.delete(root);
  };
}

/** Draws in the next frame. */
export function redraw(view) {
  cancelAnimationFrame(view.frame);
  view.frame = requestAnimationFrame((now) => view.widget.draw(view, now));
}

/** Tells Python the answer, after so many milliseconds, unless Python knows it. */
export function tell(view, wait = 0) {
  clearTimeout(view.tellTimer);
  const now = () => {
    const answer = view.widget.answer(view);
    if (answer === view.told) return;
    view.told = answer;
    view.clicks += 1;
    view.tell({ ...JSON.parse(answer), click: view.clicks });
  };
  if (wait > 0) view.tellTimer = setTimeout(now, wait);
  else now();
}

// Pictures take a share of the window's height. What the page needs around them is the same in any window, so that in a
// higher one their share can be larger; it is designed for 720 pixels, as charts are (filling.py).
const [DESIGNED, AROUND, WIDE] = [720, 296, 1000];

/** How many times its usual height a picture has: in front of an audience presenter_bar.js says, and fits it in. */
export function enlargement(root) {
  const onStage = Number(getComputedStyle(root).getPropertyValue("--picture-zoom"));
  if (onStage || innerWidth < WIDE) return onStage || 1;
  return Math.max(1, (1 - AROUND / innerHeight) / (1 - AROUND / DESIGNED));
}

// The base of all canvas widgets: made once for its root, told what Python sends, laid out anew, and taken down.

import { partOf } from "./elements.js";

/** @import { Given } from "./elements.js" */

/**
 * What all canvas widgets know about themselves.
 *
 * @typedef {object} CanvasView
 * @property {HTMLElement} root
 * @property {Record<string, HTMLElement>} el The elements below the root.
 * @property {number} width That everything is laid out for, in CSS pixels.
 * @property {number} frame The animation frame that is asked for.
 * @property {(now: number) => void} draw
 * @property {() => string} answer
 * @property {(answer: object) => void} tell
 * @property {number} clicks How often Python was told something.
 * @property {string | null} [told] What it was told last.
 * @property {Uint8Array<ArrayBuffer>} [bytes] What it sent last.
 * @property {ReturnType<typeof setTimeout>} [fetchTimer]
 * @property {ReturnType<typeof setTimeout>} [tellTimer]
 * @property {ReturnType<typeof setTimeout>} [playTimer]
 */

/**
 * What a widget is made of.
 *
 * @template {CanvasView} View
 * @typedef {object} CanvasWidget
 * @property {string} state Name under which Python reads its answer.
 * @property {string[]} parts Classes of the elements below the root that go by these names in `view.el`.
 * @property {(root: HTMLElement, el: View["el"]) => Partial<View>} create Returns the state that is its own.
 * @property {(view: View) => void} [listen] Starts listening to what a visitor does; called once.
 * @property {(view: View, bytes: Uint8Array<ArrayBuffer>) => void} take Takes in what Python sent.
 * @property {(view: View) => void} layOut Sizes everything for the space there is, and draws it.
 * @property {(view: View, now: number) => void} draw Draws one frame; `now` is its time in milliseconds.
 * @property {(view: View) => string} answer What there is to tell Python, as JSON.
 */

/**
 * Keyed by its root, so that one whose HTML Streamlit has put in anew starts afresh.
 * @type {WeakMap<HTMLElement, { view: CanvasView, watch: ResizeObserver, enlarged: () => void }>}
 */
const mounted = new WeakMap();

/**
 * Runs at every change of data or theme; what it returns takes the widget down. Streamlit calls that when the widget
 * leaves the page. But where two changes come so close together that the second overtakes the first, it calls what the
 * first returned at once, and the widget lives on: what is still on the page is not taken down.
 *
 * @template {CanvasView} View
 * @param {Given<Uint8Array<ArrayBuffer>>} element
 * @param {CanvasWidget<View>} widget
 */
export function mount({ data, parentElement, setStateValue }, widget) {
  const root = partOf(parentElement, ".room");
  const view = /** @type {View} */ (mounted.get(root)?.view ?? mountNew(root, widget));
  view.tell = (answer) => setStateValue(widget.state, answer);
  if (view.bytes !== data) widget.take(view, data);
  widget.layOut(view); // also after a change of theme, which is the other reason to be called
  // Drawing is what asks for a font. Where it had to be loaded the letters have another width now.
  if (document.fonts.status === "loading") document.fonts.ready.then(() => mounted.has(root) && widget.layOut(view));
  return () => {
    const known = mounted.get(root);
    if (root.isConnected || !known) return; // overtaken
    known.watch.disconnect();
    document.removeEventListener("picture-zoom", known.enlarged);
    for (const timer of [view.fetchTimer, view.tellTimer, view.playTimer]) clearTimeout(timer);
    cancelAnimationFrame(view.frame);
    mounted.delete(root);
  };
}

/**
 * A view that has no data yet.
 * @template {CanvasView} View
 * @param {HTMLElement} root
 * @param {CanvasWidget<View>} widget
 */
function mountNew(root, widget) {
  const el = Object.fromEntries(widget.parts.map((name) => [name, partOf(root, `.${name}`)]));
  const view = /** @type {View} */ ({ root, el, width: 0, clicks: 0, frame: 0, ...widget.create(root, el) });
  view.draw = (now) => widget.draw(view, now);
  view.answer = () => widget.answer(view);
  const enlarged = () => widget.layOut(view);
  const watch = new ResizeObserver(() => {
    if (root.clientWidth !== view.width) widget.layOut(view);
  });
  mounted.set(root, { view, watch, enlarged });
  widget.listen?.(view);
  watch.observe(root);
  document.addEventListener("picture-zoom", enlarged);
  return view;
}

/** Draws in the next frame. @param {CanvasView} view */
export function redraw(view) {
  cancelAnimationFrame(view.frame);
  view.frame = requestAnimationFrame(view.draw);
}

/**
 * Tells Python the answer, after so many milliseconds, unless Python knows it.
 * @param {CanvasView} view
 */
export function tell(view, wait = 0) {
  clearTimeout(view.tellTimer);
  const now = () => {
    const answer = view.answer();
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

/**
 * How many times its usual height a picture has: in front of an audience fitting.js says, and fits it in.
 * @param {HTMLElement} root
 */
export function enlargement(root) {
  const onStage = Number(getComputedStyle(root).getPropertyValue("--picture-zoom"));
  if (onStage || innerWidth < WIDE) return onStage || 1;
  return Math.max(1, (1 - AROUND / innerHeight) / (1 - AROUND / DESIGNED));
}

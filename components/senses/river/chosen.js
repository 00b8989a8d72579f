// The layer that is looked at and the thread that stays marked; the texts about them, and what Python is told.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { element, partOf } from "../../widgets/canvas/elements.js";
import { capitalised, set } from "../../widgets/canvas/wording.js";
import { isNearby, isOfClass, sentenceParts, sideName, sideOf } from "./threads.js";

/**
 * @import { RiverView } from "./river.js"
 * @import { Threads } from "./threads.js"
 */

export const REST_MS = 400;

/** @param {Pick<RiverView, "threads" | "layer" | "point">} pick */
export function riverAnswer({ threads, layer, point }) {
  return JSON.stringify({ map: threads.map, layer, point });
}

/**
 * The thread that the texts are about: the marked one, else the visitor's first; null without either.
 * @param {Pick<RiverView, "threads" | "point">} pick
 */
export function readThread({ threads, point }) {
  return point ?? (isOfClass(threads) ? null : threads.added[0]) ?? null;
}

/** @param {RiverView} view @param {number} layer */
export function goToLayer(view, layer) {
  if (layer === view.layer) return;
  view.layer = layer;
  showLayer(view);
  announceRiver(view, spokenLayer(view));
  if (view.settings.tells) tell(view, REST_MS);
  redraw(view);
}

/**
 * Marks a thread; null, or the one that is marked already, marks none.
 * @param {RiverView} view @param {number} thread
 */
export function markThread(view, thread) {
  view.point = view.point === thread ? null : thread;
  showLayer(view);
  announceRiver(view, view.point === null ? "Released" : spokenThread(view, thread));
  if (view.settings.tells) tell(view, 0);
  redraw(view);
}

/**
 * Writes the texts about the layer: the sentence that is pointed at, what is nearest there, or how to read a thread.
 * @param {RiverView} view
 */
export function showLayer(view) {
  const { threads, layer, el } = view;
  const thread = view.hover ?? readThread(view);
  const nearest = nearestIn(threads, thread, layer);
  if (thread !== null && !threads.added.includes(thread)) {
    const meaning = threads.senses[threads.signs[thread] > 0 ? 1 : 0];
    set(el["near-title"], isNearby(threads) ? "A similar sentence" : `A sentence that means “${meaning}”`);
    el["near-list"].replaceChildren(sentenceLine(view, thread));
  } else if (thread !== null && isOfClass(threads)) {
    set(el["near-title"], capitalised(threads.owner));
    el["near-list"].replaceChildren(sentenceLine(view, thread));
  } else if (nearest.length > 0) {
    const title = `${capitalised(threads.layers[layer])}: the most similar sentences`;
    set(el["near-title"], layer === 0 ? `${title}. Only the word’s form and place count here.` : title);
    el["near-list"].replaceChildren(...nearest.map((each) => sentenceLine(view, each)));
  } else {
    set(el["near-title"], "Every thread is one sentence. Click a thread to read it.");
    el["near-list"].replaceChildren();
  }
  describeRiver(view);
}

/**
 * The threads nearest to one of the visitor's own in a layer; none for others.
 * @param {Threads} threads @param {number | null} thread @param {number} layer
 */
export function nearestIn({ added, nearest }, thread, layer) {
  return thread === null ? [] : (nearest[added.indexOf(thread)]?.[layer] ?? []);
}

/** @param {Pick<RiverView, "threads">} pick @param {number} thread */
function sentenceLine({ threads }, thread) {
  const line = element("li");
  const mark = element("i");
  const side = threads.signs[thread] || sideOf(threads, thread, threads.layers.length - 1);
  mark.style.background = side === 0 ? "currentColor" : `var(--sense-${side > 0 ? "second" : "first"})`;
  const sentence = element("bdi"); // a sentence written from right to left leaves the mark alone
  const [before, word, after] = sentenceParts(threads, thread);
  sentence.append(before, element("b", "", word), after);
  line.append(mark, sentence);
  return line;
}

/**
 * The picture as a table, for screen readers: a row for each layer of the thread that the texts are about.
 * @param {RiverView} view
 */
function describeRiver(view) {
  const { threads, el, root } = view;
  const thread = readThread(view);
  const what = isNearby(threads)
    ? `Words near “${threads.word}” in ${threads.count - 1} other sentences.`
    : `The river of “${threads.word}”: ${threads.count} sentences between ${threads.senses.join(" and ")}.`;
  el.plot.ariaLabel = `${what} ${spokenLayer(view)}`;
  const about = thread === null ? "No sentence is chosen." : sentenceParts(threads, thread).join("");
  set(partOf(root, "caption"), about);
  if (thread === null) {
    el.steps.replaceChildren();
    return;
  }
  const rows = threads.layers.map((name, layer) => {
    const row = element("tr");
    const [nearest] = nearestIn(threads, thread, layer);
    const near = nearest === undefined ? "" : sentenceParts(threads, nearest).join("");
    row.append(
      ...[name, sideName(threads, sideOf(threads, thread, layer)), near].map((text) => element("td", "", text)),
    );
    return row;
  });
  el.steps.replaceChildren(...rows);
}

/** @param {RiverView} riverView @param {number} thread */
export function spokenThread({ threads, layer, point }, thread) {
  const meaning = threads.signs[thread] === 0 ? threads.owner : sideName(threads, threads.signs[thread]);
  const side = sideName(threads, sideOf(threads, thread, layer));
  return `${sentenceParts(threads, thread).join("")} ${capitalised(meaning)}; here on the side of: ${side}${point === thread ? ", marked" : ""}.`;
}

/** @param {RiverView} view */
function spokenLayer(view) {
  const thread = readThread(view);
  const name = capitalised(view.threads.layers[view.layer]);
  return thread === null ? name : `${name}: ${sideName(view.threads, sideOf(view.threads, thread, view.layer))}.`;
}

/**
 * Says a text aloud, again if it is what was said last: a live region reads changes only.
 * @param {RiverView} riverView @param {string} text
 */
export function announceRiver({ el }, text) {
  el.news.textContent = el.news.textContent === text ? `${text}\u00a0` : text;
}

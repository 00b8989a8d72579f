// Words, and how one of them is cut, step by step. What is shown between two steps of Python's is the browser's own.
//
// Pieces are what a visitor typed: they reach the page through textContent, never as markup.

import { buttonOf, element, partOf } from "../../widgets/canvas/elements.js";
import { isStill, showPlaying } from "../../widgets/canvas/playing.js";
import { set, shortened } from "../../widgets/canvas/wording.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {{ pieces: string[], index: number, in_vocabulary: boolean, caption: string }} CutStep */
/** @typedef {{ word: string, pieces: string[], steps: CutStep[] }} CutWord */
/**
 * @typedef {object} CuttingView
 * @property {{ words: HTMLElement, pieces: HTMLElement, said: HTMLElement, play: HTMLButtonElement, steps:
 *   HTMLInputElement, place: HTMLElement }} el
 * @property {CutWord[]} words
 * @property {number} word The place of the chosen one.
 * @property {number} step
 * @property {boolean} isPlaying
 * @property {ReturnType<typeof setTimeout> | undefined} playTimer
 * @property {string} sent What Python sent last.
 * @property {(word: number) => void} tell
 */

const EVERY_MS = 550;
/** @type {WeakMap<HTMLElement, CuttingView>} */
const views = new WeakMap();

/** @param {Given<{ words: CutWord[], initial: number }>} given */
export default function ({ data, parentElement, setStateValue }) {
  const root = partOf(parentElement, ".room");
  const view = views.get(root) ?? newView(root);
  view.tell = (word) => setStateValue("word", word);
  const sent = JSON.stringify(data);
  if (sent !== view.sent) {
    Object.assign(view, { sent, words: data.words });
    makeWords(view);
    choose(view, Math.min(data.initial, data.words.length - 1));
  }
  root.dataset.drawn = "";
  return () => {
    if (root.isConnected) return; // overtaken by another change
    clearTimeout(view.playTimer);
    views.delete(root);
  };
}

/** @param {HTMLElement} root */
function newView(root) {
  /** @param {string} name */
  const part = (name) => partOf(root, `.${name}`);
  /** @type {CuttingView["el"]} */
  const el = {
    ...{ words: part("words"), pieces: part("pieces"), said: part("said"), place: part("place") },
    ...{ play: partOf(root, ".play"), steps: partOf(root, ".steps") },
  };
  /** @type {CuttingView} */
  const view = { el, words: [], word: 0, step: 0, isPlaying: false, playTimer: undefined, sent: "", tell: () => {} };
  views.set(root, view);
  listen(view);
  return view;
}

/** @param {CuttingView} view */
function makeWords(view) {
  view.el.words.hidden = view.words.length < 2;
  view.el.words.replaceChildren(
    ...view.words.map(({ word, pieces }, number) => {
      const button = buttonOf();
      const row = span("row");
      row.append(...pieces.map((piece) => span(pieces.length > 1 ? "chip cut" : "chip", shortened(piece))));
      button.append(span("word", shortened(word)), row);
      button.dir = "auto";
      button.onclick = () => {
        choose(view, number);
        view.tell(number);
        play(view);
      };
      return button;
    }),
  );
}

/** @param {CuttingView} view @param {number} number */
function choose(view, number) {
  view.word = number;
  [...view.el.words.children].forEach((button, i) => {
    button.ariaPressed = String(i === number);
  });
  const last = Math.max(0, view.words[number].steps.length - 1);
  view.el.steps.max = String(last);
  stop(view);
  go(view, last); // the answer; "Play" shows the way there
}

/**
 * A step of a word that is cut, with what is said of it, and the last step.
 * @param {CutWord} word @param {number} step
 */
export function cutAt({ word, steps }, step) {
  const last = Math.max(0, steps.length - 1);
  const number = Math.min(Math.max(step, 0), last);
  const now = steps.at(number);
  return {
    last,
    now,
    caption: now?.caption ?? `“${shortened(word)}” is in the vocabulary as a whole.`,
    place: now ? `step ${number + 1} of ${steps.length}` : "no steps",
  };
}

/** @param {CuttingView} view @param {number} step */
function go(view, step) {
  const { el } = view;
  const chosen = view.words[view.word];
  const { last, now, caption, place } = cutAt(chosen, step);
  view.step = Math.min(Math.max(step, 0), last);
  el.steps.value = String(view.step);
  const parts = now ? now.pieces : chosen.pieces;
  el.pieces.replaceChildren(
    ...parts.map((piece, i) => {
      const chip = span("chip", shortened(piece, 100));
      if (now && i === now.index) chip.classList.add(now.in_vocabulary ? "found" : "missed");
      return chip;
    }),
  );
  set(el.said, caption);
  set(el.place, place);
  for (const control of [el.play, el.steps]) control.disabled = last === 0;
}

/** @param {CuttingView} view */
function play(view) {
  const { steps } = view.words[view.word];
  if (steps.length < 2 || isStill()) return;
  if (view.step >= steps.length - 1) go(view, 0);
  view.isPlaying = true;
  showPlaying(view);
  const on = () => {
    go(view, view.step + 1);
    if (view.step >= steps.length - 1) stop(view);
    else view.playTimer = setTimeout(on, EVERY_MS);
  };
  clearTimeout(view.playTimer);
  view.playTimer = setTimeout(on, EVERY_MS);
}

/** @param {CuttingView} view */
function stop(view) {
  clearTimeout(view.playTimer);
  view.isPlaying = false;
  showPlaying(view);
}

/** @param {CuttingView} view */
function listen(view) {
  const { el } = view;
  el.play.onclick = () => {
    if (view.isPlaying) {
      stop(view);
      return;
    }
    if (view.step >= view.words[view.word].steps.length - 1) go(view, 0);
    if (isStill()) go(view, view.step + 1);
    else play(view);
  };
  el.steps.oninput = () => {
    stop(view);
    go(view, Number(el.steps.value));
  };
}

/** @param {string} className @param {string} [text] */
function span(className, text = "") {
  const made = element("span", className, text);
  if (className.startsWith("chip")) made.dir = "auto";
  return made;
}

// A blank as each checkpoint of a training predicts it: the curve of one word, and the words of the chosen checkpoint.
//
// Words come from a vocabulary and from a sentence: they reach the page through textContent, never as markup.

import { element, partOf } from "../../widgets/canvas/elements.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { set, shortened } from "../../widgets/canvas/wording.js";
import { placeCurve } from "./curve_layout.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {{ text: string, probability: number, figure: string }} Candidate */
/**
 * What a checkpoint predicts; `first` is its top guess, and `probability` the answer's.
 * @typedef {{ when: string, first: string, tokens: string, probability: number, figure: string, candidates: Candidate[]
 *   }} Checkpoint
 */
/** @typedef {{ answer: string, steps: Checkpoint[], chosen: number }} CurveData */
/** @typedef {ReturnType<typeof setTimeout>} Timer */
/**
 * @typedef {object} CurveView
 * @property {HTMLElement} root
 * @property {HTMLElement} play
 * @property {HTMLInputElement} slider
 * @property {HTMLElement} now
 * @property {SVGElement} curve
 * @property {HTMLElement} words
 * @property {number} chosen
 * @property {CurveData} data
 * @property {string} [content]
 * @property {number} [width] That it is drawn for.
 * @property {(checkpoint: number) => void} choose
 * @property {() => void} tell
 * @property {ResizeObserver} watch
 * @property {Timer} [playTimer]
 * @property {Timer} [tellTimer]
 */

const STEP_MS = 1200; // long enough to read the first words
const TELL_MS = 350; // after the last move of the slider
const SVG = "http://www.w3.org/2000/svg";

// Keyed by their roots, so that one whose HTML Streamlit has put in anew starts afresh.
/** @type {WeakMap<HTMLElement, CurveView>} */
const curveViews = new WeakMap();

/** @param {Given<CurveData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = partOf(parentElement, ".stage");
  const view = curveViews.get(root) ?? createCurveView(root, data);
  curveViews.set(root, view);
  const content = JSON.stringify([data.answer, data.steps]);
  const isNew = view.content !== content;
  if (isNew) stopPlay(view);
  if (isNew || data.chosen !== view.data.chosen) view.chosen = data.chosen;
  view.content = content;
  view.data = data;
  view.tell = () => setTriggerValue("checkpoint", view.chosen);
  view.slider.max = String(data.steps.length - 1);
  drawCheckpoint(view);
  return () => {
    if (root.isConnected) return; // a second change has overtaken the first
    view.watch.disconnect();
    clearTimeout(view.playTimer);
    clearTimeout(view.tellTimer);
    curveViews.delete(root);
  };
}

/** @param {HTMLElement} root @param {CurveData} data */
function createCurveView(root, data) {
  /** @type {CurveView} */
  const view = {
    root,
    data,
    play: partOf(root, ".play"),
    slider: partOf(root, ".checkpoint"),
    now: partOf(root, ".now"),
    curve: partOf(root, ".curve"),
    words: partOf(root, ".words"),
    chosen: 0,
    choose: (checkpoint) => {
      stopPlay(view);
      view.chosen = checkpoint;
      drawCheckpoint(view);
      clearTimeout(view.tellTimer);
      view.tellTimer = setTimeout(() => view.tell(), TELL_MS);
    },
    tell: () => {},
    watch: new ResizeObserver(() => {
      if (root.clientWidth !== view.width) drawCheckpoint(view);
    }),
  };
  view.slider.oninput = () => view.choose(Number(view.slider.value));
  view.play.onclick = () => {
    if (!view.playTimer) return startPlay(view);
    stopPlay(view);
    view.tell();
  };
  view.watch.observe(root);
  return view;
}

/** @param {CurveView} view */
function startPlay(view) {
  view.chosen = -1;
  showPlaying({ el: view, isPlaying: true });
  const step = () => {
    view.chosen += 1;
    drawCheckpoint(view);
    const isLast = view.chosen === view.data.steps.length - 1;
    view.playTimer = setTimeout(isLast ? () => endPlay(view) : step, STEP_MS);
  };
  step();
}

/** @param {CurveView} view */
function endPlay(view) {
  stopPlay(view);
  view.tell();
}

/** @param {CurveView} view */
function stopPlay(view) {
  clearTimeout(view.playTimer);
  view.playTimer = undefined;
  showPlaying({ el: view, isPlaying: false });
}

/** @param {CurveView} view */
function drawCheckpoint(view) {
  const { data, root, curve, chosen } = view;
  if (!root.isConnected) return; // taken out: it has neither a width nor a letter size
  view.width = root.clientWidth;
  const step = data.steps[chosen];
  view.slider.value = String(chosen);
  view.slider.ariaValueText = step.when;
  set(view.now, step.when);
  view.words.replaceChildren(element("p", "quiet-title", "Likeliest words"), ...step.candidates.map(wordRow));
  view.words.setAttribute("aria-label", step.candidates.map(({ text, figure }) => `${text} ${figure}`).join(", "));
  const letters = parseFloat(getComputedStyle(root).fontSize);
  const layout = placeCurve(data.steps, curve.clientWidth || 600, letters);
  curve.setAttribute("height", String(layout.height));
  curve.setAttribute("font-size", String(letters));
  const line = svgElement("path", { class: "line", d: layout.path });
  const parts = [...layout.rules.map((rule) => axisRule(rule, layout)), line];
  for (const [place, dot] of layout.dots.entries()) {
    parts.push(svgElement("circle", { cx: dot.x, cy: dot.y, r: 7 }));
    const { first, tokens } = data.steps[place];
    const guess = svgText(shortened(first, 9), dot.x, layout.bottom + 1.6 * letters, "middle", "guess");
    parts.push(guess, svgText(tokens, dot.x, layout.bottom + 3.1 * letters, "middle", "quiet"));
    const area = svgElement("rect", { x: dot.x - layout.gap / 2, y: 0, width: layout.gap, height: layout.height });
    area.setAttribute("fill", "transparent");
    area.onclick = () => view.choose(place);
    parts.push(area);
  }
  const { x, y } = layout.dots[chosen];
  parts.push(svgElement("circle", { class: "ring", cx: x, cy: y, r: 13 }));
  parts.push(svgText(`Probability of “${shortened(data.answer, 24)}”`, 0, 0.8 * letters, "start", "quiet"));
  parts.push(
    svgText(
      "Top guess, and tokens read (four times as many each step)",
      layout.middle,
      layout.bottom + 4.6 * letters,
      "middle",
      "quiet",
    ),
  );
  curve.replaceChildren(...parts);
  curve.setAttribute("role", "img"); // not in the markup, where it would be an image without a name until now
  curve.setAttribute("aria-label", curveSentence(data));
}

/** @param {Candidate} candidate */
function wordRow({ text, probability, figure }) {
  const row = element("div", "word");
  const word = element("b", "", shortened(text, 16));
  word.dir = "auto";
  const track = element("span", "track");
  const bar = element("i");
  bar.style.setProperty("--share", String(probability));
  track.append(bar, element("span", "", figure));
  row.append(word, track);
  return row;
}

/** @param {{ y: number, text: string }} given @param {{ left: number, right: number }} given2 */
function axisRule({ y, text }, { left, right }) {
  const group = svgElement("g", {});
  group.append(
    svgElement("line", { class: "rule", x1: left, x2: right, y1: y, y2: y }),
    svgText(text, left - 8, y, "end", "quiet"),
  );
  return group;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function svgElement(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

/** @param {string} text @param {number} x @param {number} y @param {string} anchor @param {string} [className] */
function svgText(text, x, y, anchor, className = "") {
  const made = svgElement("text", { x, y, "text-anchor": anchor, "dominant-baseline": "central", class: className });
  made.textContent = text;
  return made;
}

/** The picture in words. @param {Pick<CurveData, "answer" | "steps">} pick */
export function curveSentence({ answer, steps }) {
  return `Probability of “${answer}”: ${steps.map(({ when, figure }) => `${when} ${figure}`).join(", ")}.`;
}

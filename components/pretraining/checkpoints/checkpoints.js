// A blank as each checkpoint of a training predicts it: the curve of one word, and the words of the chosen checkpoint.
//
// Words come from a vocabulary and from a sentence: they reach the page through textContent, never as markup.

import { element } from "../../widgets/canvas/elements.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { set, shortened } from "../../widgets/canvas/wording.js";
import { placeCurve } from "./curve_layout.js";

const STEP_MS = 1200; // long enough to read the first words
const TELL_MS = 350; // after the last move of the slider
const SVG = "http://www.w3.org/2000/svg";

// Keyed by their roots, so that one whose HTML Streamlit has put in anew starts afresh.
const curveViews = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".stage");
  let view = curveViews.get(root);
  if (!view) {
    view = createCurveView(root);
    curveViews.set(root, view);
  }
  const content = JSON.stringify([data.answer, data.steps]);
  const isNew = view.content !== content;
  if (isNew) stopPlay(view);
  if (isNew || data.chosen !== view.data?.chosen) view.chosen = data.chosen;
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

function createCurveView(root) {
  const part = (name) => root.querySelector(`.${name}`);
  const view = {
    root,
    play: part("play"),
    slider: part("checkpoint"),
    now: part("now"),
    curve: part("curve"),
    words: part("words"),
    chosen: 0,
  };
  const choose = (checkpoint) => {
    stopPlay(view);
    view.chosen = checkpoint;
    drawCheckpoint(view);
    clearTimeout(view.tellTimer);
    view.tellTimer = setTimeout(() => view.tell(), TELL_MS);
  };
  view.choose = choose;
  view.slider.oninput = () => choose(Number(view.slider.value));
  view.play.onclick = () => {
    if (!view.playTimer) return startPlay(view);
    stopPlay(view);
    view.tell();
  };
  view.watch = new ResizeObserver(() => {
    if (view.data && root.clientWidth !== view.width) drawCheckpoint(view);
  });
  view.watch.observe(root);
  return view;
}

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

function endPlay(view) {
  stopPlay(view);
  view.tell();
}

function stopPlay(view) {
  clearTimeout(view.playTimer);
  view.playTimer = 0;
  showPlaying({ el: view, isPlaying: false });
}

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
  curve.setAttribute("height", layout.height);
  curve.setAttribute("font-size", letters);
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
  parts.push(svgText("Top guess, and tokens read", layout.middle, layout.bottom + 4.6 * letters, "middle", "quiet"));
  curve.replaceChildren(...parts);
  curve.setAttribute("role", "img"); // not in the markup, where it would be an image without a name until now
  curve.setAttribute("aria-label", curveSentence(data));
}

function wordRow({ text, probability, figure }) {
  const row = element("div", "word");
  const word = element("b", "", shortened(text, 16));
  word.dir = "auto";
  const track = element("span", "track");
  const bar = element("i");
  bar.style.setProperty("--share", probability);
  track.append(bar, element("span", "", figure));
  row.append(word, track);
  return row;
}

function axisRule({ y, text }, { left, right }) {
  const group = svgElement("g", {});
  group.append(
    svgElement("line", { class: "rule", x1: left, x2: right, y1: y, y2: y }),
    svgText(text, left - 8, y, "end", "quiet"),
  );
  return group;
}

function svgElement(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

function svgText(text, x, y, anchor, className = "") {
  const made = svgElement("text", { x, y, "text-anchor": anchor, "dominant-baseline": "central", class: className });
  made.textContent = text;
  return made;
}

/** The picture in words. */
export function curveSentence({ answer, steps }) {
  return `Probability of “${answer}”: ${steps.map(({ when, figure }) => `${when} ${figure}`).join(", ")}.`;
}

// Trees over a sentence, layer by layer: the arcs that are read from a layer on one side of the words, and the parse on
// the other.
//
// Words are what a visitor typed: they reach the page through textContent, never as markup.

import { element, partOf } from "../../widgets/canvas/elements.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { set, shortened } from "../../widgets/canvas/wording.js";
import { arcPath, lineWidth, placeWords } from "./arc_layout.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {[number, number]} Arc The places of two words. */
/** @typedef {{ text: string, punctuation: boolean }} TreeWord */
/**
 * @typedef {{ words: TreeWord[], layers: Arc[][], gold: Arc[] | null, layer: number }} TreeData `gold` is the parse.
 */
/**
 * @typedef {object} TreeView
 * @property {HTMLElement} root
 * @property {HTMLElement} play
 * @property {HTMLInputElement} slider
 * @property {HTMLElement} number
 * @property {HTMLElement} now
 * @property {HTMLElement} key
 * @property {SVGElement} tree
 * @property {number} layer
 * @property {TreeData} data
 * @property {string} [content]
 * @property {number} width That it is drawn for.
 * @property {() => void} tell
 * @property {ResizeObserver} watch
 * @property {ReturnType<typeof setTimeout>} [playTimer]
 * @property {ReturnType<typeof setTimeout>} [tellTimer]
 */

const STEP_MS = 1300; // long enough to compare two trees
const TELL_MS = 350; // after the last move of the slider
const SVG = "http://www.w3.org/2000/svg";
const SMALLEST = 14; // letters, in pixels
const LARGEST = 1.5; // of the letters around the picture, where there is space

// Keyed by their roots, so that one whose HTML Streamlit has put in anew starts afresh.
/** @type {WeakMap<HTMLElement, TreeView>} */
const treeViews = new WeakMap();

/** @param {Given<TreeData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = partOf(parentElement, ".stage");
  const view = treeViews.get(root) ?? createView(root, data);
  treeViews.set(root, view);
  const content = JSON.stringify([data.words, data.layers, data.gold]);
  const isNew = view.content !== content;
  if (isNew) stopPlaying(view);
  if (isNew || data.layer !== view.data.layer) view.layer = data.layer;
  view.content = content;
  view.data = data;
  view.tell = () => setTriggerValue("layer", view.layer);
  view.slider.max = String(data.layers.length - 1);
  drawTree(view);
  return () => {
    if (root.isConnected) return; // a second change has overtaken the first
    view.watch.disconnect();
    clearTimeout(view.playTimer);
    clearTimeout(view.tellTimer);
    treeViews.delete(root);
  };
}

/** @param {HTMLElement} root @param {TreeData} data */
function createView(root, data) {
  /** @type {TreeView} */
  const view = {
    root,
    data,
    play: partOf(root, ".play"),
    slider: partOf(root, ".layer"),
    number: partOf(root, ".number"),
    now: partOf(root, ".now"),
    key: partOf(root, ".key"),
    tree: partOf(root, ".tree"),
    layer: 0,
    width: 0,
    tell: () => {},
    watch: new ResizeObserver(() => {
      if (root.clientWidth !== view.width) drawTree(view);
    }),
  };
  view.slider.oninput = () => {
    stopPlaying(view);
    view.layer = Number(view.slider.value);
    drawTree(view);
    clearTimeout(view.tellTimer);
    view.tellTimer = setTimeout(() => view.tell(), TELL_MS);
  };
  view.play.onclick = () => {
    if (!view.playTimer) return startPlaying(view);
    stopPlaying(view);
    drawTree(view);
    view.tell();
  };
  view.watch.observe(root);
  return view;
}

/** @param {TreeView} view */
function startPlaying(view) {
  view.layer = -1;
  showPlaying({ el: view, isPlaying: true });
  const step = () => {
    view.layer += 1;
    drawTree(view);
    const isLast = view.layer === view.data.layers.length - 1;
    view.playTimer = setTimeout(isLast ? () => endPlaying(view) : step, STEP_MS);
  };
  step();
}

/** After the last layer the chosen one is shown again. @param {TreeView} view */
function endPlaying(view) {
  stopPlaying(view);
  view.layer = view.data.layer;
  drawTree(view);
}

/** @param {TreeView} view */
function stopPlaying(view) {
  clearTimeout(view.playTimer);
  view.playTimer = undefined;
  showPlaying({ el: view, isPlaying: false });
}

/** @param {number} layer */
export function layerName(layer) {
  return layer === 0 ? "Before layer 1" : `Layer ${layer}`;
}

/**
 * What the picture says of a layer, in front of the arcs.
 * @param {Pick<TreeData, "layers" | "gold">} pick @param {number} layer
 */
export function layerSentence({ layers, gold }, layer) {
  const arcs = layers[layer];
  if (gold === null) return `${layerName(layer)}: ${arcs.length} arcs`;
  return `${layerName(layer)}: ${arcs.filter((arc) => isIn(gold, arc)).length} of ${gold.length} arcs right`;
}

/** @param {Arc[]} arcs @param {Arc} arc */
export function isIn(arcs, [low, high]) {
  return arcs.some(([start, end]) => start === low && end === high);
}

/** @param {TreeView} treeView @param {boolean} upright */
function showKey({ key, data }, upright) {
  /** @type {HTMLElement[]} */
  const notes = [];
  const note = (/** @type {string} */ className, /** @type {string} */ text) => {
    const line = element("span");
    if (className) line.append(element("i", className));
    line.append(text);
    notes.push(line);
  };
  if (data.gold === null) {
    note("right", "read from the layer");
  } else {
    if (upright) note("", "Right: read from the layer. Left: grammar.");
    note("right", "agree");
    note("wrong", "differ");
  }
  key.replaceChildren(...notes);
}

/** @param {TreeView} view */
function drawTree(view) {
  const { data, root, tree, layer } = view;
  if (!root.isConnected) return; // taken out: it has neither a width nor a letter size
  view.width = root.clientWidth;
  view.slider.value = String(layer);
  view.slider.ariaValueText = layerName(layer);
  set(view.number, String(layer));
  // The answer above the figure says it of the layer in the link.
  const isOther = Boolean(view.playTimer) || layer !== data.layer;
  set(view.now, isOther ? layerSentence(data, layer) : "");
  view.key.hidden = isOther;
  const space = Math.max(view.width - 8, 60);
  const arcs = data.layers[layer];
  const gold = data.gold ?? [];
  const texts = data.words.map(wordText);
  const smallest = Math.max(SMALLEST, parseFloat(getComputedStyle(root).fontSize));
  tree.setAttribute("font-size", String(smallest));
  tree.replaceChildren(...texts);
  const measured = texts.map((text) => text.getComputedTextLength());
  const scale = Math.min(Math.max(space / lineWidth(measured), 1), LARGEST);
  const letters = scale * smallest;
  const widths = measured.map((each) => scale * each);
  tree.setAttribute("font-size", String(letters));
  // The highest arc of all layers, so that the words stay where they are in a play.
  const every = [...data.layers.flat(), ...gold];
  const layout = placeWords(widths, space, letters, [every, gold]);
  showKey(view, layout.upright);
  tree.setAttribute("width", String(layout.width));
  tree.setAttribute("height", String(layout.height));
  for (const [place, text] of texts.entries()) {
    const { x, y, anchor } = layout.words[place];
    text.setAttribute("x", String(x));
    text.setAttribute("y", String(y));
    text.setAttribute("text-anchor", anchor);
  }
  tree.prepend(
    ...arcs.map((arc) => drawArc(data, layout, arc, 1, arcs, data.gold !== null && !isIn(gold, arc))),
    ...gold.map((arc) => drawArc(data, layout, arc, -1, gold, !isIn(arcs, arc))),
  );
  if (data.gold !== null && !layout.upright) {
    // Beside the words if there is room, else in the corners, where no arc is.
    const { x, y } = layout.words[0];
    const isWide = x - widths[0] / 2 > 12 * smallest;
    const [above, below] = isWide ? [y - letters, y + letters] : [0.8 * smallest, layout.height - 0.8 * smallest];
    tree.append(sideName("links of the vectors", above), sideName("correct links", below));
  }
  tree.setAttribute("role", "img"); // not in the markup, where it would be an image without a name until now
  tree.setAttribute("aria-label", treeSentence(data, layer));
}

/** @param {TreeWord} word */
function wordText(word) {
  const text = document.createElementNS(SVG, "text");
  text.textContent = shortened(word.text, 24);
  text.setAttribute("dominant-baseline", "central");
  if (word.punctuation) text.setAttribute("class", "mark");
  return text;
}

/** What the arcs of one side are, at the edge, where no arc is. @param {string} name @param {number} y */
function sideName(name, y) {
  const text = document.createElementNS(SVG, "text");
  text.textContent = name;
  text.setAttribute("class", "side");
  text.setAttribute("y", String(y));
  return text;
}

/**
 * @param {TreeData} data @param {ReturnType<typeof placeWords>} layout @param {Arc} arc @param {1 | -1} side
 * @param {Arc[]} others @param {boolean} isWrong
 */
function drawArc(data, layout, arc, side, others, isWrong) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", arcPath(layout, arc, side, others));
  path.setAttribute("class", isWrong ? "wrong" : "right");
  const title = document.createElementNS(SVG, "title");
  title.textContent = `${arcName(data.words, arc)}${side === 1 ? "" : " (parse)"}`;
  path.append(title);
  return path;
}

/** @param {TreeWord[]} words @param {Arc} arc */
export function arcName(words, [low, high]) {
  return `${words[low].text} – ${words[high].text}`;
}

/** The picture in words. @param {TreeData} data @param {number} layer */
export function treeSentence(data, layer) {
  return `${layerSentence(data, layer)}. ${data.layers[layer].map((arc) => arcName(data.words, arc)).join(", ")}.`;
}

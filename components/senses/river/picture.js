// The canvas: its size, and one frame. Sizes are in device pixels. `height` is a share of the window's.

import { enlargement, redraw } from "../../widgets/canvas/canvas_widget.js";
import { contextOf, fontOf, themeOf } from "../../widgets/canvas/drawing.js";
import { shortened } from "../../widgets/canvas/wording.js";
import { nearestIn, readThread } from "./chosen.js";
import { alongOf, courseOf, pathOf, pointAt } from "./course.js";
import { flowOn } from "./flow.js";
import { deepHue, greyOf, hueOf } from "./hues.js";
import { namesAtEnds, paintNames, paintNumbers, paintWords } from "./names.js";
import { heightOf, heightsOf, isFooling, isNearby, isOfClass, sideOf } from "./threads.js";

/**
 * @import { Context, Theme } from "../../widgets/canvas/drawing.js"
 * @import { RiverView } from "./river.js"
 * @import { Ghost, Threads } from "./threads.js"
 */

const NARROW = 620; // CSS pixels: below it the river runs downwards
const LEAST = 240; // CSS pixels of its height

/** As wide as the page, and as high as the window allows. @param {RiverView} view */
export function layOutRiver(view) {
  const { root, el, threads, settings } = view;
  const unit = devicePixelRatio;
  view.width = root.clientWidth;
  if (view.width === 0) return; // not on the screen
  view.theme = themeOf(root);
  if (isNearby(threads)) view.theme.hues[1] = greyOf(view.theme); // other words, and no second meaning
  const [first, second] = view.theme.hues;
  root.style.setProperty("--sense-first", first);
  root.style.setProperty("--sense-second", second);
  const upright = view.width < NARROW;
  root.classList.toggle("upright", upright);
  root.classList.toggle("nearby", isNearby(threads));
  root.classList.toggle("veiled", settings.until !== null);
  const share = upright ? Math.max(settings.height, 0.58) : settings.height;
  const high = Math.max(enlargement(root) * Math.min(share * innerHeight, 1000), LEAST);
  el.stage.style.setProperty("--high", `${Math.round(high)}px`);
  el.plot.width = Math.floor(unit * view.width);
  el.plot.height = Math.floor(unit * Math.round(high));
  const { letters } = view.theme;
  const context = view.plot;
  const widest = (/** @type {number} */ weight, /** @type {number} */ scale, /** @type {string[]} */ texts) => {
    context.font = fontOf(view.theme, weight, scale);
    return Math.max(...texts.map((/** @type {string} */ text) => context.measureText(text).width));
  };
  const names = {
    word: Math.min(widest(700, 1.15, [`“${shortened(threads.word, 14)}”`]), 9 * letters),
    senses: Math.min(widest(700, 1.15, namesAtEnds(threads)), 11 * letters),
    layers: widest(700, 0.9, ["before", ...threads.layers.slice(1)]),
  };
  const { width: wide, height } = el.plot;
  view.course = courseOf(threads, view.ghosts, { wide, high: height, letters, upright, names });
  paintThreads(view);
  paint(view);
  root.dataset.drawn = "true";
}

/** All sentences but the visitor's own, painted once: they look the same in every frame. @param {RiverView} view */
function paintThreads(view) {
  const { threads, course, theme, el } = view;
  const unit = devicePixelRatio;
  view.still = new OffscreenCanvas(el.plot.width, el.plot.height);
  const context = contextOf(view.still);
  context.lineWidth = Math.max(1, (threads.count > 150 ? 1.1 : 1.9) * unit);
  context.globalAlpha = threads.count > 150 ? 0.3 : 0.55;
  view.paths = Array.from({ length: threads.count }, (_, thread) => pathOf(course, heightsOf(threads, thread)));
  // As if shuffled, always alike: in any other order one meaning would lie on top of the other.
  const order = Array.from({ length: threads.count - threads.added.length }, (_, thread) => thread).sort(
    (a, b) => (Math.imul(a + 1, 2654435761) >>> 0) - (Math.imul(b + 1, 2654435761) >>> 0),
  );
  for (const thread of order) {
    context.strokeStyle = hueOf(theme, threads.signs[thread]);
    context.stroke(view.paths[thread]);
  }
}

/** Draws one frame, and the next one while the river flows. @param {RiverView} view @param {number} now */
export function drawRiver(view, now) {
  const goesOn = flowOn(view, now);
  paint(view);
  if (goesOn) redraw(view);
}

/** @param {RiverView} view */
function paint(view) {
  const { course, theme, threads, el, still, plot: context } = view;
  if (!course) return;
  el.plot.dataset.moving = String([view.progress, view.fresh, view.flash].some((each) => each !== null));
  context.clearRect(0, 0, el.plot.width, el.plot.height);
  paintLayers(view);
  const { until } = view.settings;
  if (until !== null) {
    clipped(view, until, () => context.drawImage(still, 0, 0));
    paintNames(view);
    return;
  }
  const far = view.progress;
  if (far === null) context.drawImage(still, 0, 0);
  else {
    context.globalAlpha = 0.25; // where it will flow: nothing is ever blank
    context.drawImage(still, 0, 0);
    context.globalAlpha = 1;
    clipped(view, far, () => context.drawImage(still, 0, 0));
  }
  paintNames(view);
  for (const ghost of view.ghosts) paintGhost(view, ghost);
  const marked = [view.point, view.hover, view.cursor].filter((each) => each !== null);
  const near = far === null && view.fresh === null ? nearestIn(threads, readThread(view), view.layer) : [];
  for (const thread of new Set([...near, ...marked])) {
    if (!threads.added.includes(thread))
      strokeTwice(context, theme, view.paths[thread], hueOf(theme, threads.signs[thread]), 2.6);
  }
  const shown = far ?? view.fresh;
  for (const thread of inOrderOfPainting(threads)) {
    const isComing = far !== null || view.newcomers.has(thread);
    if (shown === null || !isComing) paintOwn(view, thread);
    else clipped(view, shown, () => paintOwn(view, thread));
  }
  if (shown === null) paintNumbers(view);
  paintWords(view);
}

/**
 * Draws what lies no further along the course than so many layers.
 * @param {RiverView} riverView @param {number} layers @param {() => void} paintIt
 */
function clipped({ course, plot: context, el }, layers, paintIt) {
  const along = layers < 0 ? course.source + (1 + layers) * (course.first - course.source) : alongOf(course, layers);
  context.save();
  context.beginPath();
  if (course.upright) context.rect(0, 0, el.plot.width, along);
  else context.rect(0, 0, along, el.plot.height);
  context.clip();
  paintIt();
  context.restore();
}

/** @param {RiverView} riverView */
function paintLayers({ course, theme, threads, layer, plot: context, el }) {
  const { letters } = theme;
  context.textBaseline = "middle";
  for (let each = 0; each <= course.last; each += 1) {
    const along = alongOf(course, each);
    const isChosen = each === layer;
    context.globalAlpha = isChosen ? 0.7 : 0.14;
    context.strokeStyle = theme.text;
    context.lineWidth = (isChosen ? 1.5 : 1) * devicePixelRatio;
    context.beginPath();
    if (course.upright) context.rect(course.near, along, course.far - course.near, 0);
    else context.rect(along, course.near, 0, course.far - course.near);
    context.stroke();
    context.globalAlpha = isChosen ? 1 : 0.75;
    context.fillStyle = theme.text;
    context.font = fontOf(theme, isChosen ? 700 : 400, 0.9);
    if (course.upright) {
      context.textAlign = "right";
      context.fillText(each === 0 ? "before" : threads.layers[each], course.edge - 0.5 * letters, along);
    } else {
      const below = el.plot.height - 2.1 * letters;
      context.textAlign = "center";
      context.fillText(course.step > 5.5 * letters || each === 0 ? threads.layers[each] : String(each), along, below);
      context.fillText(threads.shares[each], along, below + 1.35 * letters);
    }
  }
  if (!course.upright) {
    const below = el.plot.height - 0.75 * letters;
    context.globalAlpha = 0.75;
    context.font = fontOf(theme, 400, 0.9);
    context.textAlign = "left";
    if (isNearby(threads)) context.fillText("↑ more alike", 0, el.plot.height / 2);
    else if (threads.shares.some(Boolean)) {
      context.fillText(`${threads.count - threads.added.length} sentences:`, 0, below);
      context.textAlign = "right";
      context.fillText("correct", el.plot.width, below);
    }
  }
  context.globalAlpha = 1;
}

/** @param {RiverView} riverView @param {Ghost} ghost */
function paintGhost({ course, theme, plot: context }, { heights }) {
  context.save();
  context.setLineDash([6 * devicePixelRatio, 5 * devicePixelRatio]);
  context.globalAlpha = 0.75;
  context.strokeStyle = theme.text;
  context.lineWidth = 2 * devicePixelRatio;
  context.stroke(pathOf(course, heights));
  context.restore();
}

/** The added threads; of a class those last, and so on top, that fooled the model. @param {Threads} threads */
function inOrderOfPainting(threads) {
  return [...threads.added].sort(
    (first, other) => Number(isFooling(threads, first)) - Number(isFooling(threads, other)),
  );
}

/**
 * A visitor's own thread, in the colours of the sides it passes through; grey where it is undecided.
 * @param {RiverView} view @param {number} thread
 */
function paintOwn(view, thread) {
  const { course, theme, threads, paths, plot: context } = view;
  const start = pointAt(course, course.source, 0);
  const end = pointAt(course, alongOf(course, course.last), 0);
  const colour = context.createLinearGradient(...start, ...end);
  const whole = alongOf(course, course.last) - course.source;
  colour.addColorStop(0, greyOf(theme));
  for (let layer = 0; layer <= course.last; layer += 1) {
    const side = sideOf(threads, thread, layer);
    colour.addColorStop(
      (alongOf(course, layer) - course.source) / whole,
      side === 0 ? greyOf(theme) : deepHue(theme, side),
    );
  }
  const fools = isFooling(threads, thread);
  strokeTwice(context, theme, paths[thread], colour, isOfClass(threads) && !fools ? 2.2 : 5);
  const side = sideOf(threads, thread, course.last);
  const [x, y] = pointAt(course, alongOf(course, course.last), heightOf(threads, thread, course.last));
  context.beginPath();
  context.arc(x, y, 7 * devicePixelRatio, 0, 2 * Math.PI);
  context.fillStyle = side === 0 ? greyOf(theme) : deepHue(theme, side);
  context.strokeStyle = theme.paper;
  context.lineWidth = 2 * devicePixelRatio;
  context.fill();
  context.stroke();
  if (fools) paintRing(view, x, y, view.newcomers.has(thread) ? (view.flash ?? 1) : 1);
}

/**
 * Round the end of a thread that fooled the model: it opens and closes three times, and stays.
 * @param {RiverView} riverView @param {number} x @param {number} y @param {number} part
 */
function paintRing({ plot: context, theme }, x, y, part) {
  const opened = part < 1 ? Math.abs(Math.sin(3 * Math.PI * part)) : 0;
  context.beginPath();
  context.arc(x, y, (11 + 16 * opened) * devicePixelRatio, 0, 2 * Math.PI);
  context.strokeStyle = theme.text;
  context.lineWidth = 3 * devicePixelRatio;
  context.stroke();
}

/**
 * @param {Context} context @param {Theme} theme @param {Path2D} path @param {string | CanvasGradient} colour
 * @param {number} width
 */
function strokeTwice(context, theme, path, colour, width) {
  context.lineWidth = (width + 3) * devicePixelRatio;
  context.strokeStyle = theme.paper;
  context.stroke(path);
  context.lineWidth = width * devicePixelRatio;
  context.strokeStyle = colour;
  context.stroke(path);
}

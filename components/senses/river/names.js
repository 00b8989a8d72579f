// What is written on the canvas: names at both ends, numbers, and the words of two sentences that part.

import { fontOf } from "../../widgets/canvas/drawing.js";
import { shortened } from "../../widgets/canvas/wording.js";
import { alongOf, placesAtEnds, pointAt } from "./course.js";
import { hueOf } from "./hues.js";
import { heightOf, heightsOf, isNearby, numberOf, orderIn, partingLayer, sentenceParts } from "./threads.js";

/**
 * @import { Context, Theme } from "../../widgets/canvas/drawing.js"
 * @import { Course } from "./course.js"
 * @import { RiverView } from "./river.js"
 * @import { Threads } from "./threads.js"
 */

const NAMED = 3; // words near a visitor's

/**
 * The word at the beginning; at the end the two meanings, each where its sentences lie, or each thread's own word.
 * @param {RiverView} view
 */
export function paintNames(view) {
  const { course, theme, threads, plot: context } = view;
  const { letters } = theme;
  context.textBaseline = "middle";
  context.font = fontOf(theme, 700, 1.15);
  context.fillStyle = theme.text;
  const word = `“${shortened(threads.word, 14)}”`;
  const [x, y] = pointAt(course, course.source, isNearby(threads) ? 1 : 0);
  context.textAlign = course.upright ? "center" : "right";
  if (course.upright) context.fillText(word, x, 0.8 * letters);
  else context.fillText(word, x - 0.4 * letters, y);
  if (isNearby(threads)) {
    paintWordsAtEnds(view);
    return;
  }
  [-1, 1].forEach((sign, i) => {
    const heights = [...threads.signs.keys()].filter((thread) => threads.signs[thread] === sign);
    const mean = heights.reduce((sum, thread) => sum + heightOf(threads, thread, course.last), 0) / heights.length;
    writeAtEnd(view, shortened(threads.senses[i], 18), acrossAt(course, mean), hueOf(theme, sign));
  });
}

/**
 * The nearest words: one below the other, or on a phone, beside each other, those for which there is room.
 * @param {RiverView} view
 */
function paintWordsAtEnds(view) {
  const { course, theme, threads, plot: context } = view;
  /** @type {Map<string, number>} */
  const named = new Map(); // with their places
  const order = orderIn(threads, course.last).filter((thread) => !threads.added.includes(thread));
  context.font = fontOf(theme, 600);
  for (const thread of order) {
    const name = shortened(sentenceParts(threads, thread)[1], 14);
    if (named.has(name.toLowerCase())) continue;
    if (named.size === NAMED) break;
    let across = acrossAt(course, heightOf(threads, thread, course.last));
    const room = course.upright ? context.measureText(name).width + 0.5 * theme.letters : 1.15 * theme.letters;
    if (!course.upright) across = Math.max(across, ...[...named.values()].map((place) => place + room));
    else if ([...named.values()].some((place) => Math.abs(place - across) < room)) continue;
    named.set(name.toLowerCase(), across);
    writeAtEnd(view, name, across, hueOf(theme, threads.signs[thread]));
  }
}

/**
 * Where a height lies across the flow: from the top, or on a phone, from the left.
 * @param {Course} course @param {number} height
 */
function acrossAt(course, height) {
  return pointAt(course, 0, height)[course.upright ? 0 : 1];
}

/** @param {RiverView} riverView @param {string} name @param {number} across @param {string} colour */
function writeAtEnd({ course, theme, plot: context, el }, name, across, colour) {
  context.fillStyle = colour;
  context.textAlign = course.upright ? "center" : "left";
  if (!course.upright) {
    context.fillText(name, alongOf(course, course.last) + 0.9 * theme.letters, across);
    return;
  }
  const half = context.measureText(name).width / 2;
  context.fillText(name, Math.min(Math.max(across, half), el.plot.width - half), el.plot.height - 1.1 * theme.letters);
}

/** In place of their rings: the numbers of sentences that are listed beside the river. @param {RiverView} riverView */
export function paintNumbers({ course, theme, threads, plot: context }) {
  const numbered = threads.added
    .filter((thread) => numberOf(threads, thread) > 0)
    .sort((first, other) => numberOf(threads, first) - numberOf(threads, other));
  const radius = 0.85 * theme.letters;
  const line = 3 * devicePixelRatio;
  const ends = numbered.map((thread) => heightsOf(threads, thread));
  const places = placesAtEnds(course, ends, 2 * radius + line);
  context.font = fontOf(theme, 700, 1.15);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = line;
  for (const [order, [x, y]] of places.entries()) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = theme.paper;
    context.fill();
    context.strokeStyle = theme.text;
    context.stroke();
    context.fillStyle = theme.text;
    context.fillText(String(numberOf(threads, numbered[order])), x, y + 0.07 * theme.letters);
  }
}

/** Which words the threads of two sentences are about, and where they part. @param {RiverView} view */
export function paintWords(view) {
  const { course, theme, threads, ghosts, plot: context } = view;
  if (view.progress !== null || view.fresh !== null || ghosts.length !== 1 || threads.added.length !== 1) return;
  const added = heightsOf(threads, threads.added[0]);
  const [{ heights, was, is }] = ghosts;
  const layer = course.last - 0.35;
  for (const { text, of, other } of [
    { text: is, of: added, other: heights },
    { text: was, of: heights, other: added },
  ]) {
    const height = of[course.last - 1] * 0.35 + of[course.last] * 0.65;
    const isAbove = of[course.last] > other[course.last];
    writeBeside(view, `… ${shortened(text, 24)}`, layer, height, isAbove, of === added);
  }
  const parting = partingLayer(added, heights);
  const isOneSide = Math.sign(added[course.last]) === Math.sign(heights[course.last]);
  if (parting === null || isOneSide || course.upright) return;
  const between = (added[parting] + heights[parting]) / 2;
  const [x, y] = pointAt(course, alongOf(course, parting) + 0.12 * course.step, between);
  context.font = fontOf(theme, 400, 0.9);
  context.textAlign = "left";
  writeOnPaper(context, theme, `they part in ${threads.layers[parting]}`, x, y);
}

/**
 * @param {RiverView} riverView @param {string} text @param {number} layer @param {number} height
 * @param {boolean} isAbove @param {boolean} isOwn
 */
function writeBeside({ course, theme, plot: context, el }, text, layer, height, isAbove, isOwn) {
  const [x, y] = pointAt(course, alongOf(course, layer), height);
  const away = 1.1 * theme.letters;
  context.font = fontOf(theme, isOwn ? 700 : 400);
  context.textAlign = course.upright ? (isAbove ? "left" : "right") : "right";
  const wide = context.measureText(text).width;
  const right = Math.min(x + away, el.plot.width - wide);
  if (course.upright) writeOnPaper(context, theme, text, isAbove ? right : Math.max(x - away, wide), y);
  else writeOnPaper(context, theme, text, x, y + (isAbove ? -away : away));
}

/** @param {Context} context @param {Theme} theme @param {string} text @param {number} x @param {number} y */
function writeOnPaper(context, theme, text, x, y) {
  context.lineJoin = "round";
  context.lineWidth = 0.35 * theme.letters;
  context.strokeStyle = theme.paper;
  context.strokeText(text, x, y);
  context.fillStyle = theme.text;
  context.fillText(text, x, y);
}

/** @param {Threads} threads */
export function namesAtEnds(threads) {
  if (!isNearby(threads)) return threads.senses.map((name) => shortened(name, 18));
  return threads.texts.map((_, thread) => shortened(sentenceParts(threads, thread)[1], 14));
}

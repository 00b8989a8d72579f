// Where threads run: from the word, through the layers, to the two meanings. Layers follow one another from left to
// right, on a narrow screen downwards. Sizes are in device pixels.

import { heightOf, isNearby } from "./threads.js";

/** @import { Ghost, Threads } from "./threads.js" */

/** @typedef {ReturnType<typeof courseOf>} Course */

const SOURCE = 0.5; // of the way between two layers: from the word to what is there before the first layer
const AIR = 0.04; // of the space, on both sides of the threads
const MINIMUM_RANGE = 0.05; // height on both sides of the middle that is always shown

/**
 * What has to be known to place threads on a canvas of a size.
 * @param {Threads} threads @param {Ghost[]} ghosts
 * @param {{ wide: number, high: number, letters: number, upright: boolean, names: { word: number, senses: number,
 *   layers: number } }} given
 */
export function courseOf(threads, ghosts, { wide, high, letters, upright, names }) {
  const least = isNearby(threads) ? [] : [-MINIMUM_RANGE, MINIMUM_RANGE];
  const all = [...threads.heights, ...ghosts.flatMap(({ heights }) => heights), ...least];
  const [lowest, highest] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  const last = threads.layers.length - 1;
  const [before, after] = upright
    ? [1.7 * letters, 3.2 * letters]
    : [names.word + letters, names.senses + 1.2 * letters];
  const [edge, foot] = upright ? [names.layers + 0.6 * letters, 0.8 * letters] : [0.6 * letters, 3.1 * letters];
  const along = (upright ? high : wide) - before - after;
  const lead = isNearby(threads) ? 0 : SOURCE;
  const across = (upright ? wide : high) - edge - foot;
  return {
    upright,
    last,
    step: along / (last + lead),
    source: before,
    first: before + (lead * along) / (last + lead),
    middle: edge + across * (AIR + ((1 - 2 * AIR) * (upright ? -lowest : highest)) / (highest - lowest)),
    scale: ((1 - 2 * AIR) * across) / (highest - lowest),
    near: edge,
    far: edge + across,
    edge,
  };
}

/** Where a layer lies along the course. @param {Course} course @param {number} layer */
export function alongOf(course, layer) {
  return course.first + layer * course.step;
}

/**
 * A place on the canvas: how far along the course, and how high. The second meaning is up, or on the right.
 * @param {Course} course @param {number} along @param {number} height
 * @returns {[number, number]}
 */
export function pointAt(course, along, height) {
  const across = course.middle + (course.upright ? 1 : -1) * course.scale * height;
  return course.upright ? [across, along] : [along, across];
}

/** The layer nearest to a place on the canvas. @param {Course} course @param {number} x @param {number} y */
export function layerAt(course, x, y) {
  const layer = Math.round(((course.upright ? y : x) - course.first) / course.step);
  return Math.min(Math.max(layer, 0), course.last);
}

/**
 * The course of a thread of these heights: from the word on, and level where it passes a layer.
 * @param {Course} course @param {number[]} heights
 */
export function pathOf(course, heights) {
  const path = new Path2D();
  let along = course.source;
  let height = course.source === course.first ? heights[0] : 0;
  path.moveTo(...pointAt(course, along, height));
  for (let layer = 0; layer <= course.last; layer += 1) {
    const next = alongOf(course, layer);
    const halfway = (along + next) / 2;
    const [leave, arrive, end] = [
      pointAt(course, halfway, height),
      pointAt(course, halfway, heights[layer]),
      pointAt(course, next, heights[layer]),
    ];
    path.bezierCurveTo(leave[0], leave[1], arrive[0], arrive[1], end[0], end[1]);
    [along, height] = [next, heights[layer]];
  }
  return path;
}

/**
 * A place on the path of a thread of these heights: at a layer, or at a part of the way to the next.
 * @param {Course} course @param {number[]} heights @param {number} layer
 */
export function pointOnPath(course, heights, layer) {
  const before = Math.min(Math.floor(layer), course.last - 1);
  const part = layer - before; // of the curve, which has these shares of its four points
  const leave = (1 - part) ** 3 + 3 * part * (1 - part) ** 2;
  const halfway = 3 * part * (1 - part) * 0.5 + part ** 3;
  const height = leave * heights[before] + (1 - leave) * heights[before + 1];
  return pointAt(course, alongOf(course, before + halfway), height);
}

/**
 * Where discs of a size lie that stand at the ends of threads: each on its own thread, as near to the end as the discs
 * before it leave room.
 *
 * @param {Course} course @param {number[][]} heights of the threads, in the order of importance
 * @param {number} size
 */
export function placesAtEnds(course, heights, size) {
  /** @type {[number, number][]} */
  const places = [];
  for (const each of heights) {
    let layer = course.last;
    let place = pointOnPath(course, each, layer);
    while (layer > 0 && places.some(([x, y]) => Math.hypot(x - place[0], y - place[1]) < size)) {
      layer = Math.max(layer - 0.02, 0);
      place = pointOnPath(course, each, layer);
    }
    places.push(place);
  }
  return places;
}

/**
 * The thread that passes a layer nearest to a place, within a reach; null where there is none.
 * @param {Threads} threads @param {Course} course @param {number} layer @param {number} x @param {number} y
 * @param {number} reach
 */
export function threadAt(threads, course, layer, x, y, reach) {
  /** @type {number | null} */
  let best = null;
  let least = reach;
  for (let thread = 0; thread < threads.count; thread += 1) {
    const [px, py] = pointAt(course, alongOf(course, layer), heightOf(threads, thread, layer));
    const far = Math.abs(course.upright ? px - x : py - y);
    // The visitor's own lies above the others.
    if (far < least || (far <= reach / 2 && threads.added.includes(thread))) [best, least] = [thread, far];
  }
  return best;
}

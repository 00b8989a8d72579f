// What the canvas shows: the whole pass or one level of it, the targets in it that can be pointed at, and the names above.

import { drawOutline } from "../canvas/drawing.js";
import { buttonOf, element } from "../canvas/elements.js";
import { drawHead, drawHeads } from "./heads_picture.js";
import { cellOfView, levelName, levelOfFloor, NUMBERS, trailOf, zoomTo } from "./levels.js";
import { drawMachine, machineTargets } from "./machine.js";
import { drawUnits } from "./units_picture.js";
import { drawAnswer, drawSum } from "./vectors_picture.js";
import { drawWeight } from "./weight_picture.js";
import { drawZoom } from "./zooming.js";

/**
 * @import { Area, Context, Theme } from "../canvas/drawing.js"
 * @import { BuildingView, Target } from "./layer_building.js"
 * @import { Bead } from "./machine.js"
 */

const BESIDE = 20; // CSS pixels around a target
/** @type {Record<string, (context: Context, view: BuildingView, area: Area) => void>} */
const PICTURES = {
  attention: drawHeads,
  head: drawHead,
  weight: drawWeight,
  units: drawUnits,
  sum: drawSum,
  answer: drawAnswer,
};

/**
 * Draws one frame of the canvas; returns whether there is more to come.
 * @param {Context} context @param {BuildingView} view @param {number | undefined} now
 */
export function drawCanvas(context, view, now) {
  const draw = (/** @type {Context} */ onto) => drawLevel(onto, view);
  if (view.zoom && now !== undefined) return drawZoom(context, view, view.zoom, now, draw);
  draw(context);
  return false;
}

/** @param {Context} context @param {BuildingView} view */
function drawLevel(context, view) {
  const { layout, theme, level } = view;
  view.targets = [];
  const picture = PICTURES[level];
  if (picture) {
    context.clearRect(0, 0, layout.width, layout.height);
    view.cell = cellOfView(view);
    const edge = 2 * devicePixelRatio;
    picture(context, view, { left: edge, top: edge, width: layout.width - 2 * edge, height: layout.height - 2 * edge });
  } else {
    drawMachine(context, view);
    view.targets = machineTargets(view, (floor) => levelOfFloor(view.pass, floor));
  }
  const target = pointedTarget(view);
  if (!target) return;
  if (target.ring) drawRing(context, theme, target.ring);
  else {
    const { left, top, width, height } = target.frame ?? target;
    drawOutline(context, theme, left, top, width, height, devicePixelRatio);
  }
}

/** A ring around a bead. @param {Context} context @param {Theme} theme @param {Bead} bead */
function drawRing(context, theme, { x, y, half, high }) {
  const gap = 3 * devicePixelRatio;
  context.beginPath();
  context.roundRect(x - half - gap, y - high - gap, 2 * (half + gap), 2 * (high + gap), high + gap);
  context.strokeStyle = theme.text;
  context.lineWidth = 2 * devicePixelRatio;
  context.stroke();
}

/**
 * The target at a place: of those above each other the one that was drawn last, of dots and ribbons the nearest.
 * @param {Pick<BuildingView, "targets">} pick @param {number} x @param {number} y
 */
export function targetAt({ targets }, x, y) {
  const away = (/** @type {Target} */ target) =>
    target.away?.(x, y) ?? Math.hypot(x - middleOf(target)[0], y - middleOf(target)[1]);
  const within = targets.filter((target) => (target.away ? away(target) < Infinity : isNear(target, x, y, 0)));
  /** @type {Target | undefined} */
  let best;
  for (const each of within) if (!best || !isSmaller(best, each, away)) best = each;
  return best;
}

/**
 * Whether a place is outside of the picture, and not beside something that somebody meant to hit.
 * @param {Pick<BuildingView, "targets">} pick @param {number} x @param {number} y
 */
export function isOutside({ targets }, x, y) {
  const beside = BESIDE * devicePixelRatio;
  return !targets.some((target) => (target.away ? target.away(x, y) < Infinity : isNear(target, x, y, beside)));
}

/** @param {Area} area @param {number} x @param {number} y @param {number} near */
function isNear({ left, top, width, height }, x, y, near) {
  return x >= left - near && x < left + width + near && y >= top - near && y < top + height + near;
}

/** @param {Target} best @param {Target} each @param {(target: Target) => number} away */
function isSmaller(best, each, away) {
  const [smallest, other] = [best, each].map((target) => target.frame ?? target);
  const smaller = smallest.width * smallest.height - other.width * other.height;
  return smaller === 0 ? away(best) < away(each) : smaller < 0;
}

/** The pointer's shape: whether a click opens something, leads out or does nothing. @param {BuildingView} view */
export function cursorOf(view) {
  if (!(view.level in PICTURES) || !view.hover || pointedTarget(view)?.level) return "pointer";
  return isOutside(view, ...view.hover) ? "zoom-out" : "default";
}

/** What the pointer is at, or the keyboard. @param {BuildingView} view */
export function pointedTarget(view) {
  if (view.hover) return targetAt(view, ...view.hover);
  return view.cursor === null ? undefined : view.targets[view.cursor];
}

/**
 * The place of the next target in a direction, for arrow keys; of the whole pass, along the chosen token.
 * @param {BuildingView} view @param {[number, number]} given
 */
export function cursorAfter(view, [across, down]) {
  const stops = [...view.targets.keys()].filter((place) => (view.targets[place].token ?? view.token) === view.token);
  if (view.cursor === null || !stops.includes(view.cursor))
    return (down < 0 || across > 0 ? stops[0] : stops.at(-1)) ?? null;
  const start = middleOf(view.targets[view.cursor]);
  let [best, nearest] = [view.cursor, Infinity];
  for (const place of stops) {
    const [x, y] = middleOf(view.targets[place]);
    const [dx, dy] = [x - start[0], y - start[1]];
    const ahead = dx * across + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * across);
    if (ahead > 1 && ahead + 3 * aside < nearest) [best, nearest] = [place, ahead + 3 * aside];
  }
  return best;
}

/** @param {Area} area */
function middleOf({ left, top, width, height }) {
  return [left + width / 2, top + height / 2];
}

/** Opens what a target leads to. @param {BuildingView} view @param {Target | undefined} target */
export function openTarget(view, target) {
  if (target?.level === undefined) return;
  if (target.level === NUMBERS && target.box) view.box = target.box;
  zoomTo(view, target.level, target);
}

/** The way back, as buttons: each level above, and the numbers below. @param {BuildingView} view */
export function showTrail(view) {
  const { el, level, settings } = view;
  const trail = trailOf(view);
  const isDeeper = level !== "whole" && level !== NUMBERS && !settings.closed;
  const key = JSON.stringify([trail, isDeeper]);
  if (view.trail === key) return;
  view.trail = key;
  el.trail.hidden = trail.length === 0;
  const steps = trail.map((step, place) => {
    const item = element("li");
    if (place === trail.length - 1) {
      item.append(element("span", "here", step.name));
      item.ariaCurrent = "step";
    } else item.append(stepButton(view, step.name, step.level));
    return item;
  });
  if (isDeeper) {
    const item = element("li", "deeper");
    item.append(stepButton(view, "every number", NUMBERS));
    steps.push(item);
  }
  el.trail.replaceChildren(...steps);
}

/** @param {BuildingView} view @param {string} name @param {string} level */
function stepButton(view, name, level) {
  const button = buttonOf("", name);
  button.onclick = () => zoomTo(view, level);
  return button;
}

/** The canvas in words, for those who do not see it. @param {BuildingView} view */
export function describeCanvas(view) {
  const target = pointedTarget(view);
  return target?.text ? `${levelName(view)}. ${target.text}` : levelName(view);
}

// What the canvas shows: the whole pass or one level of it, the targets in it that can be pointed at, and the names above.

import { drawOutline } from "../canvas/drawing.js";
import { element } from "../canvas/elements.js";
import { drawHead, drawHeads } from "./heads_picture.js";
import { cellOfView, levelName, levelOfFloor, NUMBERS, trailOf, zoomTo } from "./levels.js";
import { drawMachine, machineTargets } from "./machine.js";
import { drawUnits } from "./units_picture.js";
import { drawAnswer, drawSum } from "./vectors_picture.js";
import { drawWeight } from "./weight_picture.js";
import { drawZoom } from "./zooming.js";

const BESIDE = 20; // CSS pixels around a target
const PICTURES = {
  attention: drawHeads,
  head: drawHead,
  weight: drawWeight,
  units: drawUnits,
  sum: drawSum,
  answer: drawAnswer,
};

/** Draws one frame of the canvas; returns whether there is more to come. */
export function drawCanvas(context, view, now) {
  const draw = (onto) => drawLevel(onto, view);
  if (view.zoom && now !== undefined) return drawZoom(context, view, now, draw);
  draw(context);
  return false;
}

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

/** A ring around a bead. */
function drawRing(context, theme, { x, y, half, high }) {
  const gap = 3 * devicePixelRatio;
  context.beginPath();
  context.roundRect(x - half - gap, y - high - gap, 2 * (half + gap), 2 * (high + gap), high + gap);
  context.strokeStyle = theme.text;
  context.lineWidth = 2 * devicePixelRatio;
  context.stroke();
}

/** The target at a place: of those above each other the one that was drawn last, of dots and ribbons the nearest. */
export function targetAt({ targets }, x, y) {
  const away = (target) => target.away?.(x, y) ?? Math.hypot(x - middleOf(target)[0], y - middleOf(target)[1]);
  const within = targets.filter((target) => (target.away ? away(target) < Infinity : isNear(target, x, y, 0)));
  return within.reduce((best, each) => (best && isSmaller(best, each, away) ? best : each), undefined);
}

/** Whether a place is outside of the picture, and not beside something that somebody meant to hit. */
export function isOutside({ targets }, x, y) {
  const beside = BESIDE * devicePixelRatio;
  return !targets.some((target) => (target.away ? target.away(x, y) < Infinity : isNear(target, x, y, beside)));
}

function isNear({ left, top, width, height }, x, y, near) {
  return x >= left - near && x < left + width + near && y >= top - near && y < top + height + near;
}

function isSmaller(best, each, away) {
  const [smallest, other] = [best, each].map((target) => target.frame ?? target);
  const smaller = smallest.width * smallest.height - other.width * other.height;
  return smaller === 0 ? away(best) < away(each) : smaller < 0;
}

/** The pointer's shape: whether a click opens something, leads out or does nothing. */
export function cursorOf(view) {
  if (!(view.level in PICTURES) || !view.hover || pointedTarget(view)?.level) return "pointer";
  return isOutside(view, ...view.hover) ? "zoom-out" : "default";
}

/** What the pointer is at, or the keyboard. */
export function pointedTarget(view) {
  if (view.hover) return targetAt(view, ...view.hover);
  return view.cursor === null ? undefined : view.targets[view.cursor];
}

/** The place of the next target in a direction, for arrow keys; of the whole pass, along the chosen token. */
export function cursorAfter(view, [across, down]) {
  const stops = [...view.targets.keys()].filter((place) => (view.targets[place].token ?? view.token) === view.token);
  const start = stops.includes(view.cursor) ? middleOf(view.targets[view.cursor]) : null;
  if (start === null) return down < 0 ? stops[0] : stops.at(across > 0 ? 0 : -1);
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

function middleOf({ left, top, width, height }) {
  return [left + width / 2, top + height / 2];
}

/** Opens what a target leads to. */
export function openTarget(view, { level, floor, head, index, box, place }) {
  if (level === undefined) return;
  if (level === NUMBERS) view.box = box;
  zoomTo(view, level, { floor, head, index, place });
}

/** The way back, as buttons: each level above, and the numbers below. */
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

function stepButton(view, name, level) {
  const button = element("button", "", name);
  button.type = "button";
  button.onclick = () => zoomTo(view, level);
  return button;
}

/** The canvas in words, for those who do not see it. */
export function describeCanvas(view) {
  const target = pointedTarget(view);
  return target?.text ? `${levelName(view)}. ${target.text}` : levelName(view);
}

// Mouse, touch and keyboard on the two canvases.

import { redraw } from "../canvas/canvas_widget.js";
import { pointOn } from "../canvas/pointer.js";
import { pictureAt } from "./boxes.js";
import { chooseNumber, floorAfter, followToken, openFloor, placeAfter, TELL_AFTER_MS } from "./choosing_boxes.js";
import { cursorAfter, isOutside, openTarget, pointedTarget, targetAt } from "./level_picture.js";
import { NUMBERS, zoomOut } from "./levels.js";
import { columnAt, isOnNames, machineAt } from "./machine.js";
import { stopPass, togglePass } from "./rising.js";

/** @import { BuildingView } from "./layer_building.js" */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {BuildingView} view */
export function listenToBuilding(view) {
  const { building, picture, play } = view.el;
  building.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    view.hover = pointOn(event);
    redraw(view);
  };
  building.onpointerleave = () => {
    view.hover = null;
    redraw(view);
  };
  building.onclick = (event) => {
    if (view.settings.still) return;
    const point = pointOn(event);
    view.hover = null; // a finger does not hover
    if (view.isPlaying) stopPass(view);
    if (view.level === "whole" || view.level === NUMBERS) clickMachine(view, point);
    else {
      const target = targetAt(view, ...point);
      if (target) openTarget(view, target);
      else if (isOutside(view, ...point)) zoomOut(view);
    }
  };
  play.onclick = () => togglePass(view);
  picture.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    view.peek = pictureAt(view, ...pointOn(event)) ?? null;
    redraw(view);
  };
  picture.onpointerleave = () => {
    view.peek = null;
    redraw(view);
  };
  picture.onclick = (event) => {
    const place = pictureAt(view, ...pointOn(event));
    if (place !== undefined) chooseNumber(view, place);
  };
  building.onblur = () => {
    view.cursor = null;
    redraw(view);
  };
  listenToKeys(building, (key, step) =>
    view.level === NUMBERS ? moveOnFloors(view, key, step) : moveInLevel(view, key, step),
  );
  listenToKeys(picture, (key, step) => {
    const to = placeAfter(view, key, step);
    if (to !== undefined) chooseNumber(view, to, TELL_AFTER_MS);
    return to !== undefined;
  });
}

/**
 * A word is followed; a floor is opened. Beside the numbers the machine is their map.
 * @param {BuildingView} view @param {[number, number]} point
 */
function clickMachine(view, point) {
  const [x, y] = point;
  const token = columnAt(view.layout, view.pass, x);
  const place = machineAt(view.layout, view.pass, x, y);
  if (token !== undefined && (isOnNames(view.layout, view.pass, y) || view.settings.closed)) followToken(view, token);
  else if (view.level === NUMBERS && place) openFloor(view, place);
  else if (view.level !== NUMBERS) openTarget(view, targetAt(view, x, y));
}

/** @param {BuildingView} view @param {string} key @param {number} step */
function moveOnFloors(view, key, step) {
  if (key === "Escape") zoomOut(view);
  const to = floorAfter(view, key, step);
  if (to) openFloor(view, to, TELL_AFTER_MS);
  return to !== undefined;
}

/**
 * Arrow keys choose what Enter opens, Escape goes back; left and right follow another word of the whole pass.
 * @param {BuildingView} view @param {string} key @param {number} step
 */
function moveInLevel(view, key, step) {
  if (view.settings.still) return false;
  if (key === "Escape") zoomOut(view);
  else if (key === "Enter" || key === " ") openTarget(view, pointedTarget(view));
  else if (view.level === "whole" && (key === "ArrowLeft" || key === "ArrowRight" || view.settings.closed)) {
    const to = floorAfter(view, key, step);
    if (!to) return false;
    followToken(view, to.token, TELL_AFTER_MS);
  } else if (key in DIRECTIONS) {
    view.hover = null;
    view.cursor = cursorAfter(view, DIRECTIONS[key]);
    redraw(view);
  } else return false;
  return true;
}

/**
 * `move` is given the key and how far Shift goes, and says whether it took it.
 * @param {HTMLCanvasElement} canvas @param {(key: string, step: number) => boolean} move
 */
function listenToKeys(canvas, move) {
  canvas.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (move(event.key, event.shiftKey ? 10 : 1)) event.preventDefault(); // these keys scroll the page
  };
}

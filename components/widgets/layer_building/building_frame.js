// One frame: sizes for the space there is, and all pictures drawn from the same view.

import { enlargement, redraw } from "../canvas/canvas_widget.js";
import { divergingTable } from "../canvas/diverging.js";
import { resize, themeOf } from "../canvas/drawing.js";
import { set, tokenName } from "../canvas/wording.js";
import { bringToTop, bringViewIntoSight } from "../in_sight/opened.js";
import { drawPicture, listBoxes, markOpenBox, nameBoxes, pictureLayout } from "./boxes.js";
import { openBox } from "./choosing_boxes.js";
import { wantNumber } from "./fetching.js";
import { cursorOf, describeCanvas, drawCanvas, pointedTarget, showTrail } from "./level_picture.js";
import { CAPTIONS, NUMBERS } from "./levels.js";
import { machineLayout } from "./machine.js";
import { messageOf, showNumber } from "./number_panel.js";
import { listSteps } from "./steps_in_words.js";

/** @import { BuildingView } from "./layer_building.js" */

const NARROW = 600; // CSS pixels
const MIDDLING = 980;
const OUTPUT = "layer_output"; // the key of the box whose vectors the whole pass is made of

/** Sizes everything anew and draws it at once. @param {BuildingView} view */
export function layOutBuilding(view) {
  const { root, el } = view;
  view.width = root.clientWidth;
  if (view.width === 0) return; // not on the screen
  const unit = devicePixelRatio;
  root.classList.toggle("narrow", view.width < NARROW);
  const isMiddling = view.width >= NARROW && view.width < MIDDLING;
  root.classList.toggle("middling", isMiddling);
  arrange(view);
  const theme = themeOf(root);
  view.theme = theme;
  view.diverging = divergingTable(theme);
  [el.taken.style.background, el.added.style.background] = [theme.accent, theme.hues[1]];
  const isOneOfTwo = view.settings.still && innerWidth < NARROW;
  const height =
    Math.min(Math.max(shareOfHeight(view) * innerHeight, isOneOfTwo ? 230 : 280), 760) * enlargement(root) * unit;
  const across = (el.tower.clientWidth || el.detail.clientWidth) * unit; // while it is hidden it has no width
  showTrail(view);
  const trail = view.level === NUMBERS ? 0 : el.trail.offsetHeight * unit;
  view.layout = machineLayout(view, across, height - trail);
  resize(el.building, view.layout.width, view.layout.height);
  standBeside(view);
  view.listed = null; // pictures in the new colours
  drawBuildingFrame(view);
}

/**
 * The share of the window's height that the machine has. Of two in a narrow window, one stands below the other.
 * @param {BuildingView} buildingView
 */
function shareOfHeight({ settings, width }) {
  if (settings.still) return innerWidth < NARROW ? 0.3 : 0.46;
  return width >= NARROW && width < MIDDLING ? 0.4 : 0.54;
}

/**
 * Shows the pass alone, or with what is open; where there is little height, one of both. Returns whether that changed.
 * @param {BuildingView} buildingView
 */
function arrange({ root, settings, width, box, level }) {
  const before = root.className;
  root.classList.toggle("alone", level !== NUMBERS);
  root.classList.toggle("zoomed", level !== NUMBERS && level !== "whole");
  const isCompact = settings.compact && level === NUMBERS && width >= MIDDLING;
  root.classList.toggle("compact", isCompact);
  root.classList.toggle("of-output", isCompact && box === OUTPUT);
  return root.className !== before;
}

/** Beside a higher machine, both stand on the same line. @param {BuildingView} buildingView */
function standBeside({ el, settings, layout, pass }) {
  const missing = innerWidth < NARROW ? 0 : Math.max((settings.still?.rows ?? 0) - pass.floors.length, 0);
  el.building.style.marginTop = `${(missing * layout.pitch) / devicePixelRatio}px`;
}

/** @param {BuildingView} view @param {number} [now] */
export function drawBuildingFrame(view, now) {
  if (arrange(view)) {
    layOutBuilding(view);
    if (view.zoom) redraw(view);
    return;
  }
  const { el, pass } = view;
  showTrail(view);
  if (drawCanvas(view.building, view, now)) redraw(view);
  el.building.style.cursor = cursorOf(view);
  showPointed(view);
  listSteps(view);
  set(
    el.differences,
    pass.differences.length > 0 && !(view.level in CAPTIONS) ? `Unlike BERT: ${pass.differences.join(" ")}` : "",
  );
  el.building.ariaLabel = `${describeCanvas(view)} Followed: ${tokenName(pass, view.token)}`;
  el.building.dataset.level = view.level;
  el.building.dataset.moving = String(view.risen !== null);
  Object.assign(el.building.dataset, { left: view.layout.left, column: view.layout.column, pitch: view.layout.pitch });
  if (view.level === NUMBERS) drawOpen(view);
  view.root.dataset.drawn = pass.trace;
}

/** What the pointer is at, or why nothing opens, in place of the key. @param {BuildingView} view */
function showPointed(view) {
  const { el, failed } = view;
  const text = failed.size > 0 ? messageOf(view, [...failed][0]) : (pointedTarget(view)?.text ?? "");
  set(el.pointed, text);
  set(el.caption, CAPTIONS[view.level] ?? "");
  el.pointed.hidden = text === "";
  const isWhole = view.level === "whole";
  const isSecond = view.settings.still && !view.settings.still.leads; // the first has what is the same for both
  el.key.hidden = isSecond || text !== "" || !isWhole;
  el.caption.hidden = text !== "" || !(view.level in CAPTIONS);
  el.play.hidden = isSecond || !isWhole;
}

/** The boxes of the open floor, and one of them with its numbers. @param {BuildingView} view */
function drawOpen(view) {
  const { el, shown } = view;
  if (view.listed !== shown) {
    listBoxes(view, (key) => openBox(view, key));
    view.listed = shown;
    view.marked = null;
  }
  if (view.marked !== view.box) {
    markOpenBox(view);
    view.marked = view.box;
    const width = el["box-about"].clientWidth * devicePixelRatio;
    view.pictureSizes = pictureLayout(view, width, 0.36 * innerHeight * devicePixelRatio);
    resize(el.picture, view.pictureSizes.width, view.pictureSizes.height);
  }
  const place = view.peek ?? view.place;
  nameBoxes(view);
  drawPicture(view.picture, view, place);
  wantNumber(view, place);
  showNumber(view, place);
  el.picture.ariaLabel = el["number-name"].textContent;
  if (view.opens && shown.floor === view.floor) {
    view.opens = false;
    if (view.settings.compact) return; // on a projector everything fits, and nothing scrolls
    if (view.lands) bringViewIntoSight(el.detail);
    else bringToTop(el.detail);
  }
}

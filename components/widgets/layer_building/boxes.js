// The boxes of the chosen floor in order, and the picture of the open one.

import { contextOf, drawLabel, drawOutline, picture, resize } from "../canvas/drawing.js";
import { buttonOf, element, everyPart } from "../canvas/elements.js";
import { fixed, set } from "../canvas/wording.js";
import { boxOf } from "./fetching.js";
import { levelOf } from "./reading.js";

/**
 * @import { Context } from "../canvas/drawing.js"
 * @import { BuildingView } from "./layer_building.js"
 * @import { Box } from "./reading.js"
 */

const SMALL = [92, 24]; // CSS pixels of a small picture
const LARGEST_CELL = 26; // CSS pixels

/**
 * The colours of a box: around zero, or along the theme's scale for shares.
 * @param {BuildingView} view @param {Box} box
 */
function tableOf(view, box) {
  return box.kind === "share" ? view.theme.table : view.diverging;
}

/** A box's numbers, one pixel each. @param {BuildingView} view @param {Box} box */
function pixelsOf(view, box) {
  const table = tableOf(view, box);
  return picture(box.columns, box.rows, (pixels, stride) => {
    box.values.forEach((value, place) => {
      const level = box.kind === "share" ? 255 * Math.sqrt(value) : levelOf(value, box.largest);
      pixels[Math.floor(place / box.columns) * stride + (place % box.columns)] = table[Math.round(level)];
    });
  });
}

/**
 * Makes the list of boxes, bottom to top, and their pictures anew; `open` is called with the key of one that is clicked.
 * @param {BuildingView} view @param {(key: string) => void} open
 */
export function listBoxes(view, open) {
  view.boxPictures = new Map();
  const items = view.shown.boxes.map((box, number) => {
    const item = element("li");
    const button = buttonOf();
    button.dataset.key = box.key;
    const small = element("canvas");
    small.ariaHidden = "true";
    const boxPicture = pixelsOf(view, box);
    view.boxPictures.set(box, boxPicture);
    paintSmall(small, boxPicture);
    button.append(element("span", "order", `${number + 1}`), element("span", "", box.title), small);
    button.onclick = () => open(box.key);
    item.append(button);
    return item;
  });
  view.el.boxes.replaceChildren(...items.reverse());
}

/** @param {HTMLCanvasElement} canvas @param {OffscreenCanvas} boxPicture */
function paintSmall(canvas, boxPicture) {
  resize(canvas, SMALL[0] * devicePixelRatio, SMALL[1] * devicePixelRatio);
  const context = contextOf(canvas);
  context.imageSmoothingEnabled = false;
  context.drawImage(boxPicture, 0, 0, canvas.width, canvas.height);
}

/** Marks the open box in the list. @param {BuildingView} view */
export function markOpenBox(view) {
  const { key } = boxOf(view);
  for (const button of everyPart(view.el.boxes, "button")) button.ariaCurrent = String(button.dataset.key === key);
}

/** @typedef {ReturnType<typeof pictureLayout>} PictureLayout */

/**
 * Sizes the large picture. Words stand beside the logits and probabilities, head numbers beside heads.
 * @param {BuildingView} view @param {number} width @param {number} height
 */
export function pictureLayout(view, width, height) {
  const box = boxOf(view);
  const letters = view.theme.letters;
  if (box.columns === 1) {
    const line = 1.5 * letters;
    return {
      left: 9 * letters,
      top: 0,
      across: width - 13 * letters,
      cell: line,
      high: line,
      width,
      height: line * box.rows,
    };
  }
  const left = box.heads > 0 ? 2.2 * letters : 0;
  const across = Math.min(width - left, box.columns * LARGEST_CELL * devicePixelRatio);
  const cell = across / box.columns;
  const high = Math.max(Math.min(cell, height / box.rows), 2 * devicePixelRatio);
  return { left, top: 0, across, cell, high, width: left + across, height: high * box.rows };
}

/** @param {Context} context @param {BuildingView} view @param {number} place */
export function drawPicture(context, view, place) {
  const box = boxOf(view);
  const { pictureSizes: sizes, theme } = view;
  context.clearRect(0, 0, sizes.width, sizes.height);
  if (box.columns === 1) drawCandidates(context, view, box);
  else {
    context.imageSmoothingEnabled = false;
    const boxPicture = view.boxPictures.get(box);
    if (boxPicture) context.drawImage(boxPicture, sizes.left, sizes.top, sizes.across, sizes.high * box.rows);
    if (box.heads > 0 && sizes.high >= 1.05 * theme.letters) {
      for (let head = 0; head < box.rows; head += 1) {
        drawLabel(context, theme, `${head + 1}`, sizes.left - 0.5 * theme.letters, (head + 0.5) * sizes.high);
      }
    }
  }
  const [row, column] = [Math.floor(place / box.columns), place % box.columns];
  const wide = box.columns === 1 ? sizes.across : sizes.cell;
  drawOutline(
    context,
    theme,
    sizes.left + column * sizes.cell,
    row * sizes.high,
    wide,
    sizes.high,
    1.5 * devicePixelRatio,
  );
}

/**
 * Words with their logits or probabilities, as bars from zero.
 * @param {Context} context @param {BuildingView} buildingView @param {Box} box
 */
function drawCandidates(context, { shown, theme, pictureSizes: sizes }, box) {
  const finite = [...box.values].filter(Number.isFinite);
  const low = Math.min(0, ...finite);
  const span = Math.max(0, ...finite) - low || 1;
  box.values.forEach((value, row) => {
    const middle = (row + 0.5) * sizes.high;
    drawLabel(context, theme, shown.candidates[row], sizes.left - 0.5 * theme.letters, middle, {
      width: sizes.left - theme.letters,
    });
    const zero = sizes.left + (-low / span) * sizes.across;
    context.fillStyle = theme.accent;
    context.fillRect(zero, middle - 0.3 * sizes.high, (value / span) * sizes.across, 0.6 * sizes.high);
    const text = box.kind === "share" ? `${fixed(100 * value, 1)}%` : fixed(value, 3);
    drawLabel(context, theme, text, sizes.left + sizes.across + 0.4 * theme.letters, middle, { align: "left" });
  });
}

/**
 * The number at a place of the large picture; undefined beside it.
 * @param {BuildingView} view @param {number} x @param {number} y
 */
export function pictureAt(view, x, y) {
  const box = boxOf(view);
  const { left, across, cell, high } = view.pictureSizes;
  const column = box.columns === 1 ? 0 : Math.floor((x - left) / cell);
  const row = Math.floor(y / high);
  const place = row * box.columns + column;
  const inside = column >= 0 && column < box.columns && row >= 0 && row < box.rows && place < box.size;
  return inside && (box.columns > 1 || x <= left + across + 4 * view.theme.letters) ? place : undefined;
}

/** The names over the list and over the picture. @param {BuildingView} view */
export function nameBoxes(view) {
  const { el, pass, shown } = view;
  const box = boxOf(view);
  set(el["floor-name"], `${pass.floors[shown.floor]}, “\u2068${pass.tokens[shown.token]}\u2069”`);
  set(el["box-name"], box.title);
  set(el["box-shape"], box.shape);
  set(el["box-formula"], box.formula);
  set(el["box-about"], box.about);
}

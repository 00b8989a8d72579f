// The machine: tokens as columns, floors as rows, and the chosen token's thread from its word to the guess at the top.
// In every layer ribbons bring what attention takes from the other tokens, and a bead is the feed-forward part.

import { drawLabel, drawOutline, fontOf, labelled, longestWidth } from "../canvas/drawing.js";
import { capitalised, fixed, tokenName } from "../canvas/wording.js";
import { drawRibbon } from "./ribbons.js";

/**
 * @import { Context, LabelOptions, Theme } from "../canvas/drawing.js"
 * @import { BuildingView, FloorPlace, Target } from "./layer_building.js"
 * @import { Pass } from "./reading.js"
 */

/** @typedef {ReturnType<typeof machineLayout>} MachineLayout */
/** @typedef {ReturnType<typeof placesOf>} Places */
/** @typedef {{ x: number, y: number, half: number, high: number }} Bead Its middle, and half its width and height. */

/** @type {Record<string, string>} */
const MEANINGS = { Embeddings: "words as numbers", "Vocabulary head": "the guess" };
const MEANINGS_FROM = 700; // CSS pixels of width
const [JOINS, BEAD] = [0.36, 0.18]; // shares of a row from its top: where attention joins, where the bead is
const LEAST_WEIGHT = 0.01; // of a ribbon
const FINGER = 14; // CSS pixels to either side of a bead that a finger may be
const [CHOSEN_BEAD, OTHER_BEAD] = [6, 3.5]; // CSS pixels, half of a bead's height
const FAINT = 0.28; // the other tokens' lines
const SO_FAR = "guess so far";
const UNREACHED = 0.35; // how strong the guess is that the thread has yet to reach

/**
 * Sizes for a width, from the bottom: labels of tokens, the embeddings, the layers, the head; right of them, words.
 * @param {BuildingView} buildingView @param {number} width @param {number} height
 */
export function machineLayout({ pass, theme, building: context, level, shown, settings }, width, height) {
  const unit = devicePixelRatio;
  const names = floorNames(pass, level !== "numbers" && !settings.still && width > MEANINGS_FROM * unit);
  const left = longestWidth(context, theme, names, 0.4 * width) + 0.75 * theme.letters;
  const { words } = shown.way;
  const right = words.length > 0 ? longestWidth(context, theme, [...words, SO_FAR], 0.25 * width) + theme.letters : 0;
  const column = (width - left - right - 2 * unit) / pass.count;
  const turned = !fitsAcross(context, theme, pass.tokens, column);
  const bottom = turned
    ? Math.min(longestWidth(context, theme, pass.tokens, 6 * theme.letters), 6 * theme.letters)
    : theme.letters;
  const labels = bottom + 0.9 * theme.letters;
  const rows = Math.max(pass.floors.length, settings.still?.rows ?? 0); // of the highest machine beside it
  const pitch = Math.max((height - labels) / rows, 1.4 * theme.letters);
  return { width, height: pitch * pass.floors.length + labels, names, left, right, column, pitch, turned, labels };
}

/**
 * Whether all names of tokens, one a column, stand beside each other without being turned. Two that are neighbours share
 * their columns, so that a long one between short ones fits.
 * @param {Context} context @param {Theme} theme @param {string[]} tokens @param {number} column
 */
function fitsAcross(context, theme, tokens, column) {
  context.font = fontOf(theme, 700); // as wide as a label can become
  const widths = tokens.map((token) => context.measureText(token.slice(0, 40)).width);
  return widths.every((width, i) => (width + (widths[i + 1] ?? width)) / 2 + 0.5 * theme.letters <= column);
}

/** The names of the floors, with what they mean where there is room. @param {Pass} pass @param {boolean} hasRoom */
function floorNames(pass, hasRoom) {
  return pass.floors.map((name) => (hasRoom && MEANINGS[name] ? `${name}: ${MEANINGS[name]}` : name));
}

/**
 * Floor and token at a place; undefined beside the machine.
 * @param {MachineLayout} layout @param {Pass} pass @param {number} x @param {number} y
 */
export function machineAt(layout, pass, x, y) {
  const token = columnAt(layout, pass, x);
  const floor = pass.floors.length - 1 - Math.floor(y / layout.pitch);
  return token !== undefined && floor >= 0 && floor < pass.floors.length ? { floor, token } : undefined;
}

/**
 * Whether a place is on the name of a token, below the lines.
 * @param {MachineLayout} layout @param {Pass} pass @param {number} y
 */
export function isOnNames(layout, pass, y) {
  return y >= pass.floors.length * layout.pitch;
}

/**
 * The token whose name or line is at a place; undefined beside them.
 * @param {MachineLayout} layout @param {Pass} pass @param {number} x
 */
export function columnAt(layout, pass, x) {
  const token = Math.floor((x - layout.left) / layout.column);
  return token >= 0 && token < pass.count ? token : undefined;
}

/**
 * What of the machine can be opened: every floor at every token, and the beads of the chosen one.
 * @param {BuildingView} view @param {(floor: number) => string} levelOf
 */
export function machineTargets(view, levelOf) {
  const { layout, pass, theme, shown } = view;
  const { topOf, middleOf } = placesOf(view);
  /** @type {Target[]} */
  const targets = [];
  pass.floors.forEach((_, floor) => {
    const row = { left: layout.left, top: topOf(floor), width: layout.column * pass.count, height: layout.pitch };
    for (let token = 0; token < pass.count; token += 1) {
      const cell = { ...row, left: layout.left + token * layout.column, width: layout.column };
      targets.push({
        ...cell,
        frame: view.settings.closed || view.settings.still ? cell : row,
        level: levelOf(floor),
        floor,
        token,
        text: pointedText(view, { floor, token }),
      });
    }
    const ends = [
      [0, layout.left],
      [row.left + row.width, layout.width],
    ]; // its name, and the guess after it
    for (const [left, right] of ends) {
      targets.push({
        ...row,
        left,
        width: right - left,
        frame: row,
        level: levelOf(floor),
        floor,
        token: -1,
        text: "",
      });
    }
    if (floor === 0 || floor >= pass.streams) return;
    const half = Math.max(Math.min(1.8 * theme.letters, layout.column / 2), FINGER * devicePixelRatio);
    const bead = {
      left: middleOf(shown.token) - half,
      top: topOf(floor),
      width: 2 * half,
      height: 2 * BEAD * layout.pitch,
    };
    const text = beadText(view, floor);
    targets.push({ ...bead, frame: bead, ring: beadOf(view, floor), level: "units", floor, text });
  });
  return targets;
}

/**
 * What is at a floor and a token, in a line; "" where nothing is drawn.
 * @param {Pick<BuildingView, "pass" | "shown">} pick @param {FloorPlace} floorPlace
 */
export function pointedText({ pass, shown }, { floor, token }) {
  const { weights, added } = shown.way;
  if (floor < 1 || floor >= pass.streams) return "";
  const where = `${capitalised(pass.floors[floor])}: ${tokenName(pass, shown.token)}`;
  if (token !== shown.token) {
    return `${where} puts ${fixed(100 * weights[floor - 1][token], 1)}% of its attention on ${tokenName(pass, token)}.`;
  }
  return `${where} gets ${fixed(added[floor - 1][0], 2)} of its length from attention.`;
}

/** @param {BuildingView} buildingView @param {number} floor */
function beadText({ pass, shown }, floor) {
  const where = `${capitalised(pass.floors[floor])}: ${tokenName(pass, shown.token)}`;
  return `${where} gets ${fixed(shown.way.added[floor - 1][1], 2)} of its length from feed-forward.`;
}

/**
 * Where things are: the top of a floor's row, and the middle of a token's column.
 * @param {BuildingView} buildingView
 */
function placesOf({ layout, pass }) {
  return {
    topOf: (/** @type {number} */ floor) => (pass.floors.length - 1 - floor) * layout.pitch,
    middleOf: (/** @type {number} */ token) => layout.left + (token + 0.5) * layout.column,
    end: (pass.floors.length - pass.streams) * layout.pitch, // of the lines, at the foot of the head
  };
}

/** @param {Context} context @param {BuildingView} view */
export function drawMachine(context, view) {
  const { pass, layout, theme } = view;
  const places = placesOf(view);
  context.clearRect(0, 0, layout.width, layout.height);
  drawRows(context, view, places);
  drawOthers(context, view, places);
  const front = view.risen === null ? 0 : layout.height - layout.labels - view.risen * layout.pitch;
  context.save();
  context.beginPath();
  context.rect(0, front, layout.width, layout.height);
  context.clip();
  drawThread(context, view, places);
  context.restore();
  if (view.risen !== null) drawFront(context, view, places.middleOf(view.shown.token), front);
  drawWords(context, view, places);
  labelTokens(context, view);
  if (view.level === "numbers") {
    const left = layout.left + view.token * layout.column;
    drawOutline(context, theme, left, places.topOf(view.floor), layout.column, layout.pitch, 2.5 * devicePixelRatio);
  }
  if (pass.streams < pass.floors.length) {
    context.globalAlpha = view.risen === null ? 1 : UNREACHED;
    drawGuess(context, view, places);
    context.globalAlpha = 1;
  }
}

/**
 * How far the pass has come, while it plays.
 * @param {Context} context @param {BuildingView} buildingView @param {number} x @param {number} y
 */
function drawFront(context, { theme }, x, y) {
  context.beginPath();
  context.arc(x, y, 0.5 * theme.letters, 0, 2 * Math.PI);
  context.fillStyle = theme.accent;
  context.fill();
}

/**
 * A band for every other layer, and the names.
 * @param {Context} context @param {BuildingView} view @param {Places} places
 */
function drawRows(context, view, { topOf }) {
  const { layout, pass, theme } = view;
  layout.names.forEach((name, floor) => {
    const marked = floor === view.floor && view.level === "numbers";
    context.fillStyle = theme.text;
    context.globalAlpha = 0.045;
    if (floor % 2 === 1 && floor < pass.streams) {
      context.fillRect(layout.left, topOf(floor), layout.column * pass.count, layout.pitch);
    }
    context.globalAlpha = 1;
    drawLabel(context, theme, name, layout.left - 0.5 * theme.letters, topOf(floor) + layout.pitch / 2, {
      marked,
      width: layout.left - 0.75 * theme.letters,
    });
  });
}

/**
 * The lines of the other tokens, with their beads.
 * @param {Context} context @param {BuildingView} buildingView @param {Places} places
 */
function drawOthers(context, { layout, pass, theme, shown, risen }, { topOf, middleOf, end }) {
  context.globalAlpha = FAINT;
  context.strokeStyle = theme.text;
  context.lineWidth = devicePixelRatio;
  const half = Math.min(0.4 * theme.letters, 0.3 * layout.column);
  for (let other = 0; other < pass.count; other += 1) {
    if (other === shown.token && risen === null) continue; // while it plays, its line shows how far it will come
    const x = middleOf(other);
    context.beginPath();
    context.moveTo(x, topOf(0) + layout.pitch);
    context.lineTo(x, end);
    context.stroke();
    for (let floor = 1; floor < pass.streams; floor += 1) {
      drawBead(
        context,
        { x, y: topOf(floor) + BEAD * layout.pitch, half, high: OTHER_BEAD * devicePixelRatio },
        theme.paper,
      );
      context.stroke();
    }
  }
  context.globalAlpha = 1;
}

/**
 * Where the chosen token's bead of a floor is, and half its width and height.
 * @param {BuildingView} view @param {number} floor
 * @returns {Bead}
 */
function beadOf(view, floor) {
  const { layout, theme, shown } = view;
  const { topOf, middleOf } = placesOf(view);
  const wide = (0.5 + 0.5 * Math.min(shown.way.added[floor - 1][1], 2)) * theme.letters;
  const high = Math.min(CHOSEN_BEAD * devicePixelRatio, 0.2 * layout.pitch);
  const half = Math.max(high, Math.min(wide, 0.48 * layout.column));
  return { x: middleOf(shown.token), y: topOf(floor) + BEAD * layout.pitch, half, high };
}

/** @param {Context} context @param {Bead} bead @param {string} colour */
function drawBead(context, { x, y, half, high }, colour) {
  context.beginPath();
  context.roundRect(x - half, y - high, 2 * half, 2 * high, high);
  const { globalAlpha } = context;
  context.globalAlpha = 1;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = globalAlpha;
}

/**
 * The chosen token: what attention brings to it, what the feed-forward part adds, and the thread itself.
 * @param {Context} context @param {BuildingView} view @param {Places} places
 */
function drawThread(context, view, { topOf, middleOf, end }) {
  const { layout, pass, theme, shown } = view;
  const x = middleOf(shown.token);
  const { weights } = shown.way;
  for (let floor = 1; floor < pass.streams; floor += 1) {
    const foot = topOf(floor) + layout.pitch;
    const joins = topOf(floor) + JOINS * layout.pitch;
    weights[floor - 1].forEach((weight, other) => {
      if (other === shown.token || weight < LEAST_WEIGHT) return;
      const ribbon = { from: middleOf(other), foot, to: x, end: joins, wide: weight * layout.column };
      drawRibbon(context, theme.accent, ribbon);
    });
  }
  context.strokeStyle = theme.accent;
  context.globalAlpha = 1;
  context.lineWidth = 5 * devicePixelRatio;
  context.beginPath();
  context.moveTo(x, topOf(0) + layout.pitch);
  context.lineTo(x, end);
  context.stroke();
  context.lineWidth = 1.5 * devicePixelRatio;
  for (let floor = 1; floor < pass.streams; floor += 1) {
    drawBead(context, beadOf(view, floor), theme.hues[1]);
    context.strokeStyle = theme.paper; // apart from the thread, as a thing that can be pressed
    context.stroke();
  }
}

/**
 * What the head would read from the thread between layers, right of the machine.
 * @param {Context} context @param {BuildingView} buildingView @param {Places} places
 */
function drawWords(context, { layout, pass, theme, shown, risen }, { topOf, middleOf }) {
  const { words } = shown.way;
  if (words.length === 0) return;
  const left = layout.width - layout.right + 0.6 * theme.letters;
  /** @type {LabelOptions} */
  const options = { align: "left", width: layout.right - 0.7 * theme.letters };
  words.forEach((word, floor) => {
    if (risen !== null && risen < floor + 1 - BEAD) return; // the pass has not come there
    const y = topOf(floor) + (floor === 0 ? 0.5 : BEAD) * layout.pitch;
    context.strokeStyle = theme.text;
    context.globalAlpha = FAINT;
    context.lineWidth = devicePixelRatio;
    context.setLineDash([devicePixelRatio, 4 * devicePixelRatio]);
    context.beginPath();
    context.moveTo(middleOf(shown.token), y);
    context.lineTo(left - 0.3 * theme.letters, y);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    drawLabel(context, theme, word, left, y, { ...options, marked: word === words.at(-1) });
  });
  context.globalAlpha = 0.75;
  drawLabel(context, theme, SO_FAR, left, topOf(pass.streams) + layout.pitch / 2, options);
  context.globalAlpha = 1;
}

/**
 * The model's first guess at the chosen token, at the top of its thread.
 * @param {Context} context @param {BuildingView} buildingView @param {Places} places
 */
function drawGuess(context, { layout, pass, theme, shown }, { middleOf, end }) {
  const [[word, , share]] = shown.bars;
  const text = `${word} ${share}`;
  const room = layout.left + layout.column * pass.count - longestWidth(context, theme, [text], layout.width);
  const left = Math.max(layout.left, Math.min(middleOf(shown.token) - 0.5 * theme.letters, room));
  drawLabel(context, theme, text, left, end - layout.pitch / 2, { align: "left", marked: true });
}

/** @param {Context} context @param {BuildingView} buildingView */
function labelTokens(context, { pass, layout, theme, token }) {
  const top = pass.floors.length * layout.pitch + 0.4 * theme.letters;
  const places = layout.turned
    ? labelled(pass.count, layout.column, 1.05 * theme.letters, [token])
    : pass.tokens.keys();
  context.font = fontOf(theme);
  for (const column of [...places].sort((a, b) => Number(a === token) - Number(b === token))) {
    const x = layout.left + (column + 0.5) * layout.column;
    const marked = column === token;
    if (layout.turned) {
      drawLabel(context, theme, pass.tokens[column], x, top, {
        marked,
        turned: true,
        width: layout.labels - 0.3 * theme.letters,
      });
    } else drawLabel(context, theme, pass.tokens[column], x, top + 0.5 * theme.letters, { marked, align: "center" });
  }
}

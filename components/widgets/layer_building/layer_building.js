// The element: what it remembers between runs, and what it takes in from Python.

import { mount } from "../canvas/canvas_widget.js";
import { contextOf } from "../canvas/drawing.js";
import { showPlaying } from "../canvas/playing.js";
import { drawBuildingFrame, layOutBuilding } from "./building_frame.js";
import { listenToBuilding } from "./building_input.js";
import { boxOf, floorPart, numberPart } from "./fetching.js";
import { NUMBERS } from "./levels.js";
import { cellOf, placeOf, readPass } from "./reading.js";
import { joinOthers, riseIn, riseOn } from "./rising.js";

/**
 * @import { CanvasView, CanvasWidget } from "../canvas/canvas_widget.js"
 * @import { Area, Context, Theme } from "../canvas/drawing.js"
 * @import { Given } from "../canvas/elements.js"
 * @import { PictureLayout } from "./boxes.js"
 * @import { Bead, MachineLayout } from "./machine.js"
 * @import { Box, BuildingSettings, Calculation, Floor, Pass, Way } from "./reading.js"
 * @import { Zoom } from "./zooming.js"
 */

/**
 * @typedef {{ tower: HTMLElement, detail: HTMLElement, building: HTMLCanvasElement, boxes: HTMLElement, picture:
 *   HTMLCanvasElement, calculation: HTMLElement, rule: HTMLElement, lines: HTMLElement, message: HTMLElement,
 *   differences: HTMLElement, play: HTMLElement, key: HTMLElement, taken: HTMLElement, added: HTMLElement, pointed:
 *   HTMLElement, news: HTMLElement, trail: HTMLElement, steps: HTMLElement, caption: HTMLElement }} BuildingParts
 */
/** @typedef {{ floor: number, token: number }} FloorPlace */
/**
 * @typedef {(part: string, trace: string, settings: BuildingSettings) => Promise<ArrayBuffer |
 *   Uint8Array<ArrayBuffer>>} GetPart
 */
/**
 * Something that can be pointed at: where it is, what it says, and what opens.
 *
 * @typedef {object} TargetState
 * @property {string} [text]
 * @property {string} [level]
 * @property {number} [floor]
 * @property {number} [token]
 * @property {number} [head]
 * @property {number} [index]
 * @property {string} [box]
 * @property {number} [place]
 * @property {Area} [frame] What is outlined in its place.
 * @property {Bead} [ring] The bead that is ringed in its place.
 * @property {(x: number, y: number) => number} [away] How far a place is from it, where it is no box.
 */
/** @typedef {Area & TargetState} Target */
/** @typedef {{ level: string, floor: number, cell: [number, number] }} LevelPlace */
/**
 * @typedef {object} BuildingState
 * @property {BuildingParts} el
 * @property {Context} building
 * @property {Context} picture
 * @property {Pass} pass
 * @property {BuildingSettings} settings
 * @property {GetPart} [getPart]
 * @property {string} initial
 * @property {Map<string, Floor>} floorsFetched What a token has on a floor, by its part.
 * @property {Map<string, Calculation>} numbers How a number is computed, by its part.
 * @property {string | null} numberShown The part of the one that is written.
 * @property {Set<string>} failed
 * @property {string | null} coming The floor of another token that is on its way.
 * @property {ReturnType<typeof setTimeout>} numberTimer
 * @property {Floor} shown
 * @property {number} floor
 * @property {number} token
 * @property {string} box Its key.
 * @property {number} place Of the chosen number in its box.
 * @property {number | null} peek Place of the number under the mouse.
 * @property {string} level
 * @property {[number, number]} cell The head and the number that a level is about.
 * @property {[number, number] | null} hover Where the mouse is on the machine.
 * @property {number | null} cursor Place in `targets` that arrow keys have chosen.
 * @property {Target[]} targets What can be pointed at, as it was drawn last.
 * @property {Zoom | null} zoom While the drawing goes from one level to another.
 * @property {number | null} risen While it plays, how far it has come.
 * @property {number | null} riseStart
 * @property {boolean} isPlaying
 * @property {boolean} opens Whether the numbers have to be brought into sight.
 * @property {boolean} lands Whether the page's link names a box.
 * @property {Floor | null} listed Whose boxes are in the list.
 * @property {string | null} marked The box that is marked in it.
 * @property {Way} stepsOf That is written as a list.
 * @property {string} trail
 * @property {Map<Box, OffscreenCanvas>} boxPictures
 * @property {Theme} theme
 * @property {Uint32Array} diverging
 * @property {MachineLayout} layout
 * @property {PictureLayout} pictureSizes
 */
/** @typedef {CanvasView & BuildingState} BuildingView */

const PARTS = [
  ...["tower", "detail", "building", "floor-name", "boxes", "box-name", "box-shape"],
  ...["box-formula", "box-about", "picture", "calculation", "number-name", "rule", "lines", "message", "differences"],
  ...["play", "key", "taken", "added", "pointed", "news", "trail", "steps", "caption"],
];

/** @param {Given<Uint8Array<ArrayBuffer>> & { getPart?: GetPart }} element */
export default function (element) {
  /** @type {CanvasWidget<BuildingView>} */
  const widget = {
    state: "selection",
    parts: PARTS,
    create: (_root, el) => ({ ...createBuilding(el), getPart: element.getPart }),
    listen: listenToBuilding,
    take: takePass,
    layOut: layOutBuilding,
    draw: (view, now) => {
      riseOn(view, now);
      drawBuildingFrame(view, now);
    },
    answer: selectionOf,
  };
  return mount(element, widget);
}

/** @param {BuildingParts} el @returns {Partial<BuildingView>} */
function createBuilding(el) {
  return {
    building: contextOf(el.building),
    picture: contextOf(el.picture),
    floorsFetched: new Map(),
    numbers: new Map(),
    failed: new Set(),
    hover: null,
    cursor: null,
    targets: [],
    zoom: null,
    peek: null,
    risen: null,
    isPlaying: false,
    opens: false,
    lands: false,
  };
}

/**
 * Takes in what Python sent. What a visitor has chosen stays, unless it is another pass or Python says where to go.
 * @param {BuildingView} view @param {Uint8Array<ArrayBuffer>} bytes
 */
function takePass(view, bytes) {
  const { settings, pass, first } = readPass(bytes);
  const initial = JSON.stringify([settings.initial, settings.begun]);
  const isNew = view.pass?.trace !== pass.trace;
  const isFirst = !view.pass;
  if (isNew) {
    view.floorsFetched = new Map();
    view.numbers = new Map();
    view.failed = new Set();
    view.numberShown = null;
  }
  Object.assign(view, { bytes, pass, settings });
  view.floorsFetched.set(floorPart(first), first);
  if (isNew || initial !== view.initial) {
    view.hover = null;
    view.peek = null;
    view.shown = first;
    view.floor = first.floor;
    view.token = first.token;
    view.box = settings.initial?.box ?? pass.number?.box ?? first.boxes[0].key;
    view.place = placeOf(boxOf(view), pass.number ? [pass.number.head, pass.number.index] : [0, 0]);
    if (pass.number) view.numbers.set(numberPart(view, view.place), pass.number);
    view.initial = initial;
    view.level = settings.initial?.level ?? "whole";
    view.opens = view.level === NUMBERS; // until it has been brought into sight
    view.cursor = null;
    view.zoom = null;
    view.lands = isFirst;
    view.told = selectionOf(view);
    view.listed = null;
    view.risen = null;
    view.isPlaying = false;
  }
  showPlaying(view);
  if (isFirst && settings.still) beStill(view);
  if (isFirst && view.level === "whole") riseIn(view);
}

/** A picture, in which nothing opens. @param {BuildingView} view */
function beStill(view) {
  const { root, el } = view;
  root.classList.add("still");
  el.building.role = "img";
  el.building.tabIndex = -1;
  el.building.removeAttribute("aria-describedby");
  joinOthers(view);
}

/** @param {BuildingView} view */
function selectionOf(view) {
  const { pass, floor, token, place, level } = view;
  const box = boxOf(view);
  return JSON.stringify({ trace: pass.trace, floor, token, box: box.key, cell: cellOf(box, place), level });
}

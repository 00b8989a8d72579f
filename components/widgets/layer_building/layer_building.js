// The element: what it remembers between runs, and what it takes in from Python.

import { mount } from "../canvas/canvas_widget.js";
import { showPlaying } from "../canvas/playing.js";
import { drawBuildingFrame, layOutBuilding } from "./building_frame.js";
import { listenToBuilding } from "./building_input.js";
import { boxOf, floorPart, numberPart } from "./fetching.js";
import { NUMBERS } from "./levels.js";
import { cellOf, placeOf, readPass } from "./reading.js";
import { joinOthers, riseIn, riseOn } from "./rising.js";

const PARTS = [
  ...["tower", "detail", "building", "floor-name", "boxes", "box-name", "box-shape"],
  ...["box-formula", "box-about", "picture", "calculation", "number-name", "rule", "lines", "message", "differences"],
  ...["play", "key", "taken", "added", "pointed", "news", "trail", "steps", "caption"],
];

export default function (element) {
  return mount(element, {
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
  });
}

function createBuilding(el) {
  return {
    building: el.building.getContext("2d"),
    picture: el.picture.getContext("2d"),
    floorsFetched: new Map(), // part -> what a token has on a floor
    numbers: new Map(), // part -> how a number is computed
    failed: new Set(),
    hover: null, // where the mouse is on the machine
    cursor: null, // place in `targets` that arrow keys have chosen
    targets: [], // what can be pointed at, as it was drawn last
    zoom: null, // while the drawing goes from one level to another
    peek: null, // place of the number under the mouse
    risen: null, // while it plays, how far it has come
    isPlaying: false,
    opens: false,
    lands: false, // the page's link names a box
  };
}

/** Takes in what Python sent. What a visitor has chosen stays, unless it is another pass or Python says where to go. */
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

/** A picture, in which nothing opens. */
function beStill(view) {
  const { root, el } = view;
  root.classList.add("still");
  el.building.role = "img";
  el.building.tabIndex = -1;
  el.building.removeAttribute("aria-describedby");
  joinOthers(view);
}

function selectionOf(view) {
  const { pass, floor, token, place, level } = view;
  const box = boxOf(view);
  return JSON.stringify({ trace: pass.trace, floor, token, box: box.key, cell: cellOf(box, place), level });
}

// The element: what it remembers between runs, and what it takes in from Python.

import { mount, redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { riverAnswer, showLayer } from "./chosen.js";
import { playIn, startNewThreads } from "./flow.js";
import { drawRiver, layOutRiver } from "./picture.js";
import { listenToRiver } from "./river_input.js";
import { ghostsOf, isOfClass, isSameRiver, openedRiver } from "./threads.js";

const PARTS = ["stage", "plot", "play", "near-title", "near-list", "steps", "news"];

export default function (element) {
  return mount(element, {
    state: "view",
    parts: PARTS,
    create: createRiver,
    listen: listenToRiver,
    take: takeRiver,
    layOut: layOutRiver,
    draw: drawRiver,
    answer: riverAnswer,
  });
}

function createRiver(_root, el) {
  return {
    plot: el.plot.getContext("2d"),
    layer: 0,
    point: null, // the thread that stays marked
    cursor: null, // where the keyboard is
    hover: null,
    ghosts: [],
    progress: null, // while it plays, how far it has come: in layers, from −1 at the word
    fresh: null, // while new threads grow: as above
    flash: null, // while those that fooled the model flash, how far that has come, from 0 to 1
    newcomers: new Set(), // the threads that grow or flash
    isPlaying: false,
  };
}

/**
 * Takes in what Python sent. What a visitor has done stays, unless it is about another river or Python says where to go.
 * A visitor's thread that is not there any more stays as a ghost, until the next one leaves it.
 */
function takeRiver(view, bytes) {
  const { settings, threads } = openedRiver(bytes);
  const before = view.threads;
  const isSame = before !== undefined && isSameRiver(before, threads);
  const beginning = JSON.stringify([settings.initial, settings.begun]);
  const isMoved = beginning !== view.beginning;
  const ghosts = isSame && !isOfClass(threads) ? ghostsOf(before, threads) : [];
  if (!isSame || ghosts.length > 0 || threads.added.length === 0) view.ghosts = ghosts;
  const isNew = before?.map !== threads.map;
  Object.assign(view, { bytes, threads, settings, beginning });
  if (!isSame || isMoved) {
    const { layer, point } = settings.initial;
    view.layer = Math.min(layer, threads.layers.length - 1);
    view.point = point !== null && point < threads.count ? point : null;
    view.told = riverAnswer(view);
  }
  if (isNew) {
    [view.hover, view.cursor] = [null, null];
    const isOwn = view.point !== null && view.point >= threads.count - threads.added.length;
    if (isOwn || ghosts.length > 0) view.point = null; // a thread that was marked says nothing about the new sentence
  }
  if (settings.plays && before === undefined) playIn(view);
  else if (isNew && isSame && threads.added.length > 0) startNewThreads(view, before);
  showPlaying(view);
  showLayer(view);
  if (settings.tells) tell(view, 0);
  redraw(view);
}

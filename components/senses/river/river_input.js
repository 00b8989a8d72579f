// Mouse, touch and keyboard.

import { redraw } from "../../widgets/canvas/canvas_widget.js";
import { pointOn } from "../../widgets/canvas/pointer.js";
import { announceRiver, goToLayer, markThread, showLayer, spokenThread } from "./chosen.js";
import { layerAt, threadAt } from "./course.js";
import { playRiver, stopRiver } from "./flow.js";
import { orderIn } from "./threads.js";

/** @import { RiverView } from "./river.js" */

const REACH = 12; // CSS pixels from the pointer to the thread that it means

/** @param {RiverView} view */
export function listenToRiver(view) {
  const { plot, play } = view.el;
  const threadUnder = (/** @type {MouseEvent} */ event) => {
    const [x, y] = pointOn(event);
    return threadAt(view.threads, view.course, view.layer, x, y, REACH * devicePixelRatio);
  };
  const look = (/** @type {number | null} */ thread) => {
    if (thread === view.hover) return;
    view.hover = thread;
    showLayer(view);
    redraw(view);
  };
  const point = (/** @type {PointerEvent} */ event) => {
    if (!view.course || view.progress !== null) return;
    goToLayer(view, layerAt(view.course, ...pointOn(event)));
    const thread = event.pointerType === "touch" ? null : threadUnder(event);
    plot.style.cursor = thread === null ? "col-resize" : "pointer";
    look(thread);
  };
  plot.onpointermove = point;
  plot.onpointerdown = point;
  plot.onpointerleave = () => look(null);
  plot.onclick = (event) => {
    if (!view.course || view.progress !== null) return;
    view.cursor = null;
    const thread = threadUnder(event);
    if (thread !== null) markThread(view, thread);
    else if (view.point !== null) markThread(view, view.point);
  };
  plot.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!onKey(view, event)) return;
    event.preventDefault(); // these keys scroll the page, or lead a presenter on
    event.stopPropagation();
  };
  plot.onblur = () => {
    view.cursor = null;
    redraw(view);
  };
  play.onclick = () => (view.isPlaying ? stopRiver(view) : playRiver(view));
}

/**
 * Does what a key stands for. Returns whether it stands for anything.
 * @param {RiverView} view @param {{ key: string, repeat: boolean }} given
 */
function onKey(view, { key, repeat }) {
  const last = view.threads.layers.length - 1;
  /** @type {Record<string, number>} */
  const layers = { ArrowLeft: view.layer - 1, ArrowRight: view.layer + 1, Home: 0, End: last };
  if (key in layers) {
    goToLayer(view, Math.min(Math.max(layers[key], 0), last));
    return true;
  }
  if (key === "ArrowUp" || key === "ArrowDown") {
    const order = orderIn(view.threads, view.layer);
    const place = order.indexOf(view.cursor ?? view.point ?? view.threads.added[0] ?? order[order.length >> 1]);
    view.cursor = order[Math.min(Math.max(place + (key === "ArrowUp" ? -1 : 1), 0), order.length - 1)];
    announceRiver(view, spokenThread(view, view.cursor));
    redraw(view);
    return true;
  }
  if (key === "Enter" || key === " ") {
    if (!repeat && view.cursor !== null) markThread(view, view.cursor);
    return true;
  }
  if (key !== "Escape" || view.point === null) return false;
  markThread(view, view.point);
  return true;
}

// Mouse and keyboard.

import { redraw, tell } from "../../widgets/canvas/canvas_widget.js";
import { pointOn } from "../../widgets/canvas/pointer.js";
import { lock, REST_MS } from "./locking.js";
import { goTo, pause, play, stop } from "./motion.js";
import { nearestPoint, pointAfter } from "./points.js";
import { announce, spoken } from "./texts.js";

/** @import { MapView } from "./sense_map.js" */

const REACH = 20; // CSS pixels from the mouse to the point that it means

/** @param {MapView} view */
export function listen(view) {
  const { plot, layer, play: button } = view.el;
  const pointed = (/** @type {MouseEvent} */ event) => {
    const [x, y] = pointOn(event);
    return nearestPoint(view.places, view.layout, x, y, REACH * devicePixelRatio);
  };
  const hover = (/** @type {number | null} */ point) => {
    if (view.hover === point) return;
    view.hover = point;
    redraw(view);
  };
  plot.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    hover(pointed(event));
    plot.style.cursor = view.hover === null ? "default" : "pointer";
  };
  plot.onpointerleave = () => hover(null);
  plot.onclick = (event) => {
    const point = pointed(event);
    view.cursor = null;
    if (point !== null) lock(view, point);
  };
  plot.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = pointAfter(view.places, view.cursor ?? view.point, event.key);
    if (to !== undefined) {
      event.preventDefault(); // these keys scroll the page
      if (to === null) return;
      view.cursor = to;
      view.hover = null;
      announce(view, spoken(view, to));
      redraw(view);
    } else if (["Enter", " "].includes(event.key)) {
      event.preventDefault();
      if (!event.repeat && view.cursor !== null && view.cursor !== view.point) lock(view, view.cursor);
    } else if (event.key === "Escape" && view.point !== null) {
      event.preventDefault(); // on a projector it does nothing else
      lock(view, null);
    }
  };
  plot.onblur = () => {
    view.cursor = null;
    redraw(view);
  };
  layer.oninput = () => {
    if (view.isPlaying) stop(view);
    goTo(view, Number(layer.value));
    tell(view, REST_MS);
  };
  button.onclick = () => {
    if (view.isPlaying) pause(view);
    else play(view);
  };
}

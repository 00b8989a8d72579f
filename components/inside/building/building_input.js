// Mouse, touch and keyboard on the two canvases.

import { redraw } from "../../widgets/canvas/canvas_widget.js";
import { pointOn } from "../../widgets/canvas/pointer.js";
import { pictureAt } from "./boxes.js";
import { chooseNumber, floorAfter, followToken, openFloor, placeAfter, TELL_AFTER_MS } from "./choosing_boxes.js";
import { columnAt, machineAt } from "./machine.js";
import { playPass, stopPass } from "./rising.js";

export function listenToBuilding(view) {
  const { building, picture, play } = view.el;
  building.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    view.hover = machineAt(view.layout, view.pass, ...pointOn(event)) ?? null;
    redraw(view);
  };
  building.onpointerleave = () => {
    view.hover = null;
    redraw(view);
  };
  building.onclick = (event) => {
    const place = machineAt(view.layout, view.pass, ...pointOn(event));
    const token = columnAt(view.layout, view.pass, ...pointOn(event));
    if (view.isPlaying) stopPass(view);
    if (place) openFloor(view, place);
    else if (token !== undefined) followToken(view, token);
  };
  play.onclick = () => (view.isPlaying ? stopPass(view) : playPass(view));
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
  listenToArrows(building, (key, step) => {
    const to = floorAfter(view, key, step);
    if (to) openFloor(view, to, TELL_AFTER_MS);
    return to !== undefined;
  });
  listenToArrows(picture, (key, step) => {
    const to = placeAfter(view, key, step);
    if (to !== undefined) chooseNumber(view, to, TELL_AFTER_MS);
    return to !== undefined;
  });
}

/** `move` is given the key and how far Shift goes, and says whether it took it. */
function listenToArrows(canvas, move) {
  canvas.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (move(event.key, event.shiftKey ? 10 : 1)) event.preventDefault(); // these keys scroll the page
  };
}

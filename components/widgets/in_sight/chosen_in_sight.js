// Runs at every change of what is chosen. The row may not be drawn yet, or still show what was chosen before.

import { everyPart } from "../canvas/elements.js";
import { watchEdges } from "./edges.js";
import { bringIntoSight } from "./in_sight.js";
import { landOnPart } from "./landing.js";
import { bringViewIntoSight } from "./opened.js";

/** @import { Given } from "../canvas/elements.js" */

const FRAMES = 120; // two seconds

/** @typedef {{ room: string, chosen: string }} OpenedView */
/** @type {OpenedView | null} */
let opened = null; // the room of the last run, and what was chosen there

/** @param {Given<{ row: string, line: string, chosen: string }>} given The first two are selectors. */
export default function ({ data }) {
  const isArrival = opened?.room !== location.pathname;
  const isAnother = !isArrival && opened?.chosen !== data.chosen;
  opened = { room: location.pathname, chosen: data.chosen };
  let frame = 0;
  const look = (/** @type {number} */ left) => {
    const [row] = everyPart(document, data.row);
    const [chosen] = row ? everyPart(row, "[role=radio][aria-checked=true]") : [];
    if (chosen?.textContent.trim() === data.chosen) {
      bringIntoSight(row, chosen);
      watchEdges(row);
    } else if (left > 0) frame = requestAnimationFrame(() => look(left - 1));
  };
  look(FRAMES);
  if (isArrival) landOnPart();
  if (isAnother) bringViewIntoSight(document.querySelector(data.row), document.querySelector(data.line));
  // The widths of names change when their font has come.
  if (document.fonts.status === "loading") document.fonts.ready.then(() => look(FRAMES));
  return () => cancelAnimationFrame(frame);
}

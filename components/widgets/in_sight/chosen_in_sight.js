// Runs at every change of what is chosen. The row may not be drawn yet, or still show what was chosen before.

import { bringIntoSight } from "./in_sight.js";

const FRAMES = 120; // two seconds

export default function ({ data }) {
  let frame = 0;
  const look = (left) => {
    const row = document.querySelector(data.row);
    const chosen = row?.querySelector("[role=radio][aria-checked=true]");
    if (chosen?.textContent.trim() === data.chosen) bringIntoSight(row, chosen);
    else if (left > 0) frame = requestAnimationFrame(() => look(left - 1));
  };
  look(FRAMES);
  // The widths of names change when their font has come.
  if (document.fonts.status === "loading") document.fonts.ready.then(() => look(FRAMES));
  return () => cancelAnimationFrame(frame);
}

// The texts around the canvases, on the screen and for screen readers.

import { capitalised, fixed, set } from "../../widgets/canvas/wording.js";
import { LEAST_ARC } from "./arcs.js";
import { captionOf } from "./atlas_canvas.js";
import { refresh } from "./frame.js";
import { MAX_ADDED } from "./legend.js";
import { finding, panelName, panelTitle } from "./sentences.js";

export function updateTexts(view, looked, cell) {
  const { trace, el, matrix, shown } = view;
  const title = panelTitle(trace, looked);
  const text = finding(trace, looked, matrix, shown, cell);
  set(el["one-name"], title);
  set(el.finding, text);
  set(el.note, noteText(view));
  el.add.hidden = view.shape !== "lines";
  el.add.disabled = view.added.has(view.panel) || view.added.size >= MAX_ADDED;
  el.legend.hidden = view.shape !== "lines";
  el.atlas.ariaLabel = `${el["all-name"].textContent}. Chosen: ${panelTitle(trace, view.panel)}`;
  el.map.ariaLabel = `${capitalised(view.shape)} of attention. ${title}. ${text}`;
}

/** What has to be known to read the pictures rightly. */
function noteText(view) {
  const { trace, hide, shape, least, threshold, matrix, settings, failed, preview, panel, atlasLayout, lock } = view;
  const notes = [];
  if (atlasLayout.byScore) {
    const [first] = atlasLayout.panels;
    const number = captionOf(trace, first);
    if (number !== panelName(trace, first)) notes.push(`${number} is ${panelName(trace, first)}.`);
    notes.push("Score: how far a head is above the baseline of the pattern in its name (see “What heads do”).");
  }
  if (atlasLayout.byScore && trace.labels.size < atlasLayout.panels.length) {
    notes.push(`Faded, at the end: every ${trace.axes[1] || "panel"} without a score.`);
  }
  if (trace.block > 1) {
    const inclusion = hide ? "; special tokens are included" : "";
    notes.push(`Small pictures: each dot is the largest of ${trace.block} × ${trace.block} weights${inclusion}.`);
  }
  if (matrix.known === "reduced" && preview === null) {
    const coming = settings.address && !failed.has(panel);
    notes.push(
      coming
        ? "Loading the exact weights…"
        : "The exact weights could not be loaded: the large picture is as coarse as the small one.",
    );
  }
  if (lock === null && shape === "lines" && least > threshold)
    notes.push(`Lines below ${fixed(100 * least, 0)}% appear once you choose a token.`);
  if (lock === null && shape === "arcs" && LEAST_ARC > threshold)
    notes.push(`Arcs below ${fixed(100 * LEAST_ARC, 0)}% appear once you choose a token.`);
  return notes.join(" ");
}

/** Says aloud what is found now, once it is drawn. */
export function announce(view) {
  refresh(view);
  requestAnimationFrame(() => set(view.el.news, view.el.finding.textContent));
}

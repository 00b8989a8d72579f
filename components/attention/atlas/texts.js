// The texts around the canvases, on the screen and for screen readers.

import { redraw } from "../../widgets/canvas/canvas_widget.js";
import { capitalised, fixed, plural, set } from "../../widgets/canvas/wording.js";
import { LEAST_ARC } from "./arcs.js";
import { finding, panelTitle } from "./sentences.js";

/**
 * @import { GridCell } from "../../widgets/canvas/grid.js"
 * @import { AtlasView } from "./attention_atlas.js"
 */

/** @param {AtlasView} view @param {number} looked @param {GridCell | null} cell */
export function updateTexts(view, looked, cell) {
  const { trace, el, matrix, shown } = view;
  const title = panelTitle(trace, looked);
  const text = finding(trace, looked, matrix, shown, cell);
  set(el["one-name"], title);
  set(el.finding, text);
  el.finding.classList.toggle("unseen", view.shape === "arcs"); // numbers stand below the arcs
  set(el.note, noteText(view));
  el.atlas.ariaLabel = `${el["all-name"].textContent}. Chosen: ${panelTitle(trace, view.panel)}`;
  el.map.ariaLabel = `${capitalised(view.shape)} of attention. ${title}. ${text}`;
}

/** The name of the pictures together, and how keys move between them. @param {AtlasView} atlasView */
export function updateNames({ trace, el, help }) {
  const [down, across] = trace.axes.map((axis) => axis || "panel");
  const count = plural(across, trace.rows.length * trace.columns.length);
  el["all-name"].textContent = `All ${count}`;
  help.textContent = `Arrow keys choose: up and down the ${down}, left and right the ${across}.`;
}

/** What has to be known to read the pictures rightly. @param {AtlasView} view */
function noteText(view) {
  const { trace, hide, shape, matrix, settings, failed, preview, panel, lock } = view;
  const notes = [];
  if (trace.block > 1) {
    const inclusion = hide ? "; special tokens are included" : "";
    notes.push(`Small pictures: each dot is the largest of ${trace.block} × ${trace.block} weights${inclusion}.`);
  }
  if (matrix.known === "reduced" && preview === null) {
    notes.push(reducedText(settings.address, failed.has(panel)));
  }
  if (lock === null && shape === "arcs")
    notes.push(`Arcs below ${fixed(100 * LEAST_ARC, 0)}% appear once you choose a token.`);
  return notes.join(" ");
}

/** Why the large picture is as coarse as the small one. @param {string | null} address @param {boolean} hasFailed */
function reducedText(address, hasFailed) {
  if (!address)
    return "The large picture is as coarse as the small one: exact weights of so long a text are in the app.";
  if (hasFailed) return "The exact weights could not be loaded: the large picture is as coarse as the small one.";
  return "Loading the exact weights…";
}

/** Says aloud what is found now, once it is drawn. @param {AtlasView} view */
export function announce(view) {
  redraw(view);
  requestAnimationFrame(() => set(view.el.news, view.el.finding.textContent));
}

// Exact weights that did not come with the page, fetched when they are looked at.

import { appRoot } from "../../widgets/canvas/app_root.js";
import { refresh } from "./frame.js";
import { floats } from "./weights.js";

/** @import { AtlasView } from "./attention_atlas.js" */

const MAX_FETCHED = 32; // a panel of 512 tokens takes 1 MB
const FETCH_AFTER_MS = 60; // arrow keys held down run through panels that nobody wants

/** Fetches the exact weights of the chosen panel if they are missing. @param {AtlasView} view */
export function wantExact(view) {
  clearTimeout(view.fetchTimer);
  view.fetchTimer = setTimeout(() => fetchExact(view, view.panel), FETCH_AFTER_MS);
}

/** @param {AtlasView} view @param {number} panel */
async function fetchExact(view, panel) {
  const { trace, settings, fetching, failed } = view;
  if (!settings.address || trace.exact.has(panel) || fetching.has(panel) || failed.has(panel)) return;
  const columns = trace.columns.length;
  const part = `${Math.floor(panel / columns)}/${panel % columns}`;
  try {
    const answer = fetch(`${appRoot()}${settings.address}/${part}`);
    fetching.set(panel, answer);
    const response = await answer;
    if (!response.ok) throw new Error(`status ${response.status}`);
    const weights = floats(await response.arrayBuffer(), trace.count);
    if (view.trace.trace !== trace.trace) return;
    remember(view, panel, weights);
    refresh(view, "map");
  } catch {
    failed.add(panel); // what is on the screen stays, and says that it is coarse
    refresh(view);
  } finally {
    fetching.delete(panel);
  }
}

/** @param {AtlasView} atlasView @param {number} panel @param {Float32Array} weights */
function remember({ trace, panel: chosen }, panel, weights) {
  const { exact } = trace;
  exact.set(panel, weights);
  for (const old of exact.keys()) {
    if (exact.size <= MAX_FETCHED) return;
    if (old !== chosen) exact.delete(old);
  }
}

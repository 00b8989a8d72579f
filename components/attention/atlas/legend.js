// The panels that stay in the lines while others are looked at, each with a hue and a dash of its own.

import { DASHES, faintest } from "./map_canvas.js";
import { panelName } from "./sentences.js";
import { matrixOf } from "./weights.js";

export const MAX_ADDED = 6;

export function prepareLines(view, looked) {
  const panels = new Map(view.added);
  if (!panels.has(looked) && panels.size < MAX_ADDED) panels.set(looked, freeSlot(view.added));
  view.drawn = [...panels].map(([panel, slot]) => ({
    panel,
    slot,
    matrix: panel === looked ? view.matrix : matrixOf(view.trace, panel, view.shown, view.renormalise),
  }));
  view.least = faintest(
    view.drawn.map(({ matrix }) => matrix),
    view.threshold,
  );
  showLegend(view);
}

export function freeSlot(added) {
  const taken = new Set(added.values());
  return DASHES.findIndex((_, slot) => !taken.has(slot));
}

function showLegend({ el, drawn, added, trace, theme }) {
  const items = drawn.map(({ panel, slot }) => {
    const item = document.createElement("li");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const stroke = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.ariaHidden = "true";
    stroke.setAttribute("d", "M0 8H48");
    stroke.setAttribute("stroke-width", "3");
    stroke.setAttribute("stroke", theme.hues[slot % theme.hues.length]);
    stroke.setAttribute("stroke-dasharray", DASHES[slot].join(" "));
    line.append(stroke);
    const name = document.createElement("span");
    name.textContent = panelName(trace, panel);
    item.append(line, name);
    if (added.has(panel)) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.panel = panel;
      button.ariaLabel = `Take ${panelName(trace, panel)} out of the lines`;
      button.textContent = "✕";
      item.append(button);
    }
    return item;
  });
  el.legend.replaceChildren(...items);
}

// The controls above and beside the canvases.

import { tell } from "../../widgets/canvas/canvas_widget.js";
import { fixed, plural } from "../../widgets/canvas/wording.js";
import { layOut, refresh } from "./frame.js";
import { freeSlot } from "./legend.js";

export function layOutControls(view) {
  const { trace, el } = view;
  const { byScore } = view.atlasLayout;
  const [down, across] = trace.axes.map((axis) => axis || "panel");
  const count = trace.rows.length * trace.columns.length;
  const captions = trace.axes.filter((axis) => axis !== "").join(".");
  const order = byScore ? `, highest score first${captions && ` (${captions})`}` : "";
  el["all-name"].textContent = `All ${plural(across, count)}${order}`;
  el.ordering.hidden = trace.labels.size === 0;
  el["order-name"].textContent = `Order ${across}s by`;
  el.order.value = byScore ? "score" : "place";
  el.hiding.hidden = trace.special.size === 0;
  el.renormalise.closest("label").hidden = trace.special.size === 0;
  for (const radio of view.views) radio.checked = radio.value === view.shape;
  const ways = byScore
    ? `left and right the ${across} before or after, up and down a line of them`
    : `up and down the ${down}, left and right the ${across}`;
  view.help.textContent = `Arrow keys choose: ${ways}.`;
}

export function listenToControls(view) {
  const { el } = view;
  for (const radio of view.views) {
    radio.onchange = () => {
      view.shape = radio.value;
      layOut(view); // arcs take less height
      tell(view);
    };
  }
  el.least.oninput = () => {
    view.threshold = (el.least.value / 100) ** 2; // fine steps where the weights are
    el["least-said"].textContent =
      `${fixed(100 * view.threshold, view.threshold > 0 && view.threshold < 0.1 ? 1 : 0)}%`;
    el.least.ariaValueText = el["least-said"].textContent;
    refresh(view, "atlas", "map");
  };
  el.hide.onchange = () => {
    view.hide = el.hide.checked;
    el.renormalise.disabled = !view.hide;
    view.renormalise = view.hide && el.renormalise.checked;
    refresh(view, "atlas", "map");
  };
  el.renormalise.onchange = () => {
    view.renormalise = el.renormalise.checked;
    refresh(view, "atlas", "map");
  };
  el.order.onchange = () => {
    view.byScore = el.order.value === "score";
    layOut(view);
  };
  el.add.onclick = () => {
    view.added.set(view.panel, freeSlot(view.added));
    refresh(view, "map");
  };
  el.legend.onclick = (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    view.added.delete(Number(button.dataset.panel));
    refresh(view, "map");
    el.map.focus(); // the button is gone
  };
}

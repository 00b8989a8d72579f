// The legend: each label with its hue, its shape and how many there are. A click on one turns the others pale.

import { redraw } from "../../widgets/canvas/canvas_widget.js";
import { layOutConcordance } from "./concordance.js";
import { labelled, swatch } from "./shapes.js";
import { announce } from "./texts.js";

const OWN = "own";
const HARD = "hard";

/** Whether a point belongs to what is picked out in the legend; every point, if nothing is. */
export function isPickedOut({ only, points }, point) {
  if (only === null) return true;
  if (only === OWN) return points.own.has(point);
  if (only === HARD) return points.hard.has(point);
  return points.label[point] === only;
}

/** What can be picked out, with a name and a count. */
function entriesOf(points) {
  const counts = new Map(points.names.map((_, label) => [label, 0]));
  for (const label of points.label) counts.set(label, (counts.get(label) ?? 0) + 1);
  // The name of the added ones says it already.
  if ([...points.own].every((point) => points.label[point] < 0) && counts.get(-1) === points.own.size)
    counts.delete(-1);
  const named = [...counts].sort(([first], [other]) => Number(first < 0) - Number(other < 0) || first - other);
  /** @type {{ pick: any, label: number, count: number, name: string, mark?: object }[]} */
  const entries = named.map(([label, count]) => ({ pick: label, label, count, name: labelName(points, label) }));
  if (points.own.size > 0)
    entries.push({
      pick: OWN,
      label: -1,
      count: points.own.size,
      name: points.owner ?? "your sentence",
      mark: { ringed: true },
    });
  if (points.hard.size > 0)
    entries.push({
      pick: HARD,
      label: -1,
      count: points.hard.size,
      name: "written to be hard",
      mark: { hollow: true },
    });
  return entries;
}

export function labelName({ names }, label) {
  return label < 0 ? "no sense given" : names[label];
}

export function layOutLegend(view) {
  const { el, points, theme } = view;
  const focused = el.legend.getRootNode().activeElement?.dataset?.pick;
  if (!entriesOf(points).some(({ pick }) => pick === view.only)) view.only = null;
  const buttons = entriesOf(points).map(({ pick, label, count, name, mark }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.pick = pick;
    button.ariaPressed = String(view.only === pick);
    button.onclick = () => {
      view.only = view.only === pick ? null : pick;
      if (view.cursor !== null && !isPickedOut(view, view.cursor)) view.cursor = null;
      for (const each of buttons) each.ariaPressed = String(each.dataset.pick === String(view.only));
      layOutConcordance(view);
      announce(view, view.only === null ? "All dots shown" : `Only ${name} highlighted: ${count}`);
      redraw(view);
    };
    const text = labelled("name", name);
    text.dir = "auto";
    button.append(swatch(theme, label, mark), text, labelled("count", count.toLocaleString("en")));
    return button;
  });
  el.legend.replaceChildren(...buttons);
  buttons.find((button) => button.dataset.pick === focused)?.focus();
}

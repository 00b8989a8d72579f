// The legend: each label with its hue, its shape and how many there are.

import { element } from "../../widgets/canvas/elements.js";
import { swatch } from "./shapes.js";

/**
 * @import { Points } from "./points.js"
 * @import { MapView } from "./sense_map.js"
 */

/** What there is, with a name and a count. @param {Points} points */
function entriesOf(points) {
  const counts = new Map(points.names.map((_, label) => [label, 0]));
  for (const label of points.label) counts.set(label, (counts.get(label) ?? 0) + 1);
  // The name of the added ones says it already.
  if ([...points.added].every((point) => points.label[point] < 0) && counts.get(-1) === points.added.size)
    counts.delete(-1);
  const named = [...counts].sort(([first], [other]) => Number(first < 0) - Number(other < 0) || first - other);
  /** @type {{ label: number, count: number, name: string, mark?: { ringed: boolean } }[]} */
  const entries = named.map(([label, count]) => ({ label, count, name: labelName(points, label) }));
  if (points.added.size > 0)
    entries.push({
      label: -1,
      count: points.added.size,
      name: points.owner ?? "your sentence",
      mark: { ringed: true },
    });
  return entries;
}

/** @param {Points} points @param {number} label */
export function labelName({ names }, label) {
  return label < 0 ? "no sense given" : names[label];
}

/** @param {MapView} mapView */
export function layOutLegend({ el, points, theme }) {
  const entries = entriesOf(points).map(({ label, count, name, mark }) => {
    const entry = document.createElement("span");
    const text = element("span", "name", name);
    text.dir = "auto";
    entry.append(swatch(theme, label, mark), text);
    if (!mark || count > 1) entry.append(element("span", "count", count.toLocaleString("en")));
    return entry;
  });
  el.legend.replaceChildren(...entries);
}

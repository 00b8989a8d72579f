// Two models race: both bars grow as fast as time passes, and each stops when its model has read the sentence.

import { element, partOf } from "../../widgets/canvas/elements.js";
import { isStill } from "../../widgets/canvas/playing.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {{ model: string, milliseconds: number, figure: string, half: number | null }} Lane */
/** @typedef {{ caption: string, alternative: string, mark: string, lanes: Lane[] }} RaceData */

const LONGEST_MS = 2600; // that the slower one takes on the screen
const FIGURE = "5.5rem"; // what the road leaves for the figure behind the longest bar
/** @type {WeakMap<HTMLElement, string>} */
const sent = new WeakMap();

/** @param {Given<RaceData>} given */
export default function ({ data, parentElement }) {
  const root = partOf(parentElement, ".room");
  const text = JSON.stringify(data);
  if (sent.get(root) === text) return; // nothing has changed
  sent.set(root, text);
  partOf(root, ".caption").textContent = data.caption;
  const lanes = partOf(root, ".lanes");
  lanes.ariaLabel = data.alternative;
  const colours = getComputedStyle(root).getPropertyValue("--st-chart-categorical-colors").split(",");
  const last = Math.max(...data.lanes.map(({ milliseconds }) => milliseconds));
  const width = (/** @type {number} */ milliseconds) => `calc((100% - ${FIGURE}) * ${milliseconds / last})`;
  const barOf = (/** @type {string} */ kind) =>
    data.lanes.map(({ milliseconds }, place) => {
      const bar = element("div", kind);
      bar.style.width = width(milliseconds);
      bar.style.background = colours[place];
      return bar;
    });
  const [bars, tracks] = [barOf("bar"), barOf("bar track")];
  const times = data.lanes.map(({ figure }) => element("span", "figure", figure));
  lanes.replaceChildren(
    ...data.lanes.map(({ model, milliseconds, half }, place) => {
      const road = element("div", "road");
      times[place].style.left = width(milliseconds);
      road.append(tracks[place], bars[place], times[place]);
      if (half !== null) {
        const mark = element("div", "half");
        mark.style.left = width(half);
        mark.append(element("span", "", data.mark));
        road.append(mark);
      }
      const lane = element("div", "lane");
      lane.append(element("div", "name", model), road);
      return lane;
    }),
  );
  const race = () => {
    if (isStill()) return;
    bars.forEach((bar, place) => {
      const { milliseconds } = data.lanes[place];
      const duration = (LONGEST_MS * milliseconds) / last;
      bar.animate([{ width: "0px" }, { width: width(milliseconds) }], { duration });
      times[place].animate([{ opacity: 0 }, { opacity: 0 }], { duration }); // until its bar arrives
    });
  };
  partOf(root, "button").onclick = race;
  race();
  root.dataset.drawn = "";
}

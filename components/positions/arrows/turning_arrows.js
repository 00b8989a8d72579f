// A query and a key as arrows. Turning one by its pair's step moves it by one position; the circle moves both.

import { partOf } from "../../widgets/canvas/elements.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {[number, number]} Vector */
/**
 * A pair of a query and a key at the positions m and n; `theta` is the angle of one position, in radians.
 * @typedef {{ query: Vector, key: Vector, m: number, n: number, theta: number, limit: number, words: string[] }}
 *   ArrowsData
 */
/** @typedef {"query" | "key" | "both"} Part */
/** @typedef {ArrowsData & { svg: SVGElement, parts: Record<Part, SVGElement> }} ArrowsView */

const TELL_AFTER_MS = 150; // while an arrow is dragged: Python draws the curve anew
const LEAST_STEP = 0.05; // radians: pairs that hardly rotate would jump hundreds of positions at a touch
const NAMES = 1.12; // from the middle to a name, of a circle of 1
const TWO_LINES = 0.4; // the height of a name
const MANY = 10; // positions for Shift or Page Up and an arrow key
const FAR_ROUND = 1.75; // radians between a pair of arrows and the same pair later, which is drawn beside it
const LAST_LATER = 64; // positions: a slow pair does not come so far round

/** @param {Given<ArrowsData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  /** @type {SVGElement} */
  const svg = partOf(parentElement, "svg");
  /** @type {Record<Part, SVGElement>} */
  const parts = { query: partOf(svg, ".arrow.query"), key: partOf(svg, ".arrow.key"), both: partOf(svg, ".both") };
  const view = { ...data, parts, svg };
  // What the hand is doing goes before what Python says of a moment ago.
  if (svg.dataset.drag === "true") [view.m, view.n] = [Number(svg.dataset.m), Number(svg.dataset.n)];
  const words = data.words.length > 0 ? data.words.map((word) => `“${word}”`) : ["it", "it"];
  for (const [i, place] of parentElement.querySelectorAll("figcaption span").entries()) place.textContent = words[i];
  draw(view);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {{ what: Part, from: { m: number, n: number }, angle: number, turned: number } | null} */
  let drag = null;

  const tell = (/** @type {number} */ wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => setTriggerValue("positions", [view.m, view.n]), wait);
  };
  /** @param {Part} what @param {number} by @param {{ m: number, n: number }} [from] */
  const moveBy = (what, by, { m, n } = view) => {
    Object.assign(view, moved({ m, n }, what, by, data.limit));
    draw(view);
  };
  /** What an event happened on. @param {Event} event */
  const partAt = ({ target }) =>
    /** @type {const} */ (["query", "key", "both"]).find(
      (name) => target instanceof Node && parts[name].contains(target),
    );
  const angleAt = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = svg.getBoundingClientRect();
    return Math.atan2(top + height / 2 - clientY, clientX - left - width / 2);
  };

  svg.onpointerdown = (event) => {
    const what = partAt(event);
    if (!what || event.button) return;
    parts[what].focus({ preventScroll: true });
    drag = { what, from: { m: view.m, n: view.n }, angle: angleAt(event), turned: 0 };
    svg.dataset.drag = "true";
    svg.classList.add("dragged");
    svg.setPointerCapture(event.pointerId);
  };
  svg.onpointermove = (event) => {
    if (!drag) return;
    const angle = angleAt(event);
    // The shorter way round, so that several turns add up.
    drag.turned += Math.atan2(Math.sin(angle - drag.angle), Math.cos(angle - drag.angle));
    drag.angle = angle;
    const before = [view.m, view.n];
    moveBy(drag.what, Math.round(drag.turned / Math.max(data.theta, LEAST_STEP)), drag.from);
    if (before[0] !== view.m || before[1] !== view.n) tell(TELL_AFTER_MS);
  };
  const end = () => {
    if (!drag) return;
    drag = null;
    svg.dataset.drag = "false";
    svg.classList.remove("dragged");
    tell(0);
  };
  svg.onpointerup = end;
  svg.onpointercancel = end;
  svg.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const what = partAt(event);
    const step = event.shiftKey ? MANY : 1;
    const far = data.limit;
    const by = {
      ArrowUp: step,
      ArrowRight: step,
      ArrowDown: -step,
      ArrowLeft: -step,
      PageUp: MANY,
      PageDown: -MANY,
      Home: -far,
      End: far,
    }[event.key];
    if (!what || by === undefined) return;
    event.preventDefault(); // these keys scroll the page
    moveBy(what, by);
    tell(TELL_AFTER_MS);
  };
}

/**
 * Both positions after one of them, or both, were moved; both go as far as the one that comes to an end first.
 * @param {{ m: number, n: number }} positions @param {Part} what @param {number} by @param {number} limit
 */
export function moved({ m, n }, what, by, limit) {
  const inside = (/** @type {number} */ place) => Math.min(Math.max(place, 0), limit);
  if (what === "query") return { m: inside(m + by), n };
  if (what === "key") return { m, n: inside(n + by) };
  const step = Math.min(Math.max(by, -Math.min(m, n)), limit - Math.max(m, n));
  return { m: m + step, n: n + step };
}

/** @param {Vector} vector @param {number} angle @returns {Vector} */
export function rotated([x, y], angle) {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** @param {ArrowsView} view */
function draw(view) {
  const { svg, parts, theta, m, n, limit, words } = view;
  const longest = Math.max(Math.hypot(...view.query), Math.hypot(...view.key));
  /** @param {Vector} vector @returns {Vector} */
  const unit = ([x, y]) => [x / longest, y / longest];
  const [query, key] = [rotated(view.query, m * theta), rotated(view.key, n * theta)];
  const [ofQuery, ofKey] = namePlaces([query, key]);
  drawArrow(parts.query, unit(query), [words[0] ?? "query", `position ${m}`], ofQuery);
  drawArrow(parts.key, unit(key), [words[1] ?? "key", `position ${n}`], ofKey);
  drawAngle(partOf(svg, "svg > .angle"), query, key);
  const by = laterBy(theta);
  const [laterQuery, laterKey] = [query, key].map((vector) => rotated(vector, by * theta));
  drawAngle(partOf(svg, ".later .angle"), laterQuery, laterKey);
  partOf(svg, ".later .query").replaceChildren(...arrowShapes(unit(laterQuery)));
  partOf(svg, ".later .key").replaceChildren(...arrowShapes(unit(laterKey)));
  const positions = by === 1 ? "position" : "positions";
  partOf(svg, ".later-name").textContent = `pale: both words ${by} ${positions} later, same angle`;
  for (const { part, place } of [
    { part: parts.query, place: m },
    { part: parts.key, place: n },
    { part: parts.both, place: Math.min(m, n) },
  ]) {
    part.ariaValueMin = "0";
    part.ariaValueMax = String(limit);
    part.ariaValueNow = String(place);
  }
  parts.both.ariaValueText = `${m} and ${n}`;
  Object.assign(svg.dataset, { m, n });
}

/** How many positions later the same arrows are far enough round to be seen beside these. @param {number} theta */
export function laterBy(theta) {
  const round = (/** @type {number} */ by) => Math.abs(Math.atan2(Math.sin(by * theta), Math.cos(by * theta)));
  let best = 1;
  for (let by = 1; by <= LAST_LATER && round(best) < FAR_ROUND; by += 1) if (round(by) > round(best)) best = by;
  return best;
}

/**
 * Where the names of both arrows stand: outside the circle, which no arrow leaves, and apart.
 * @param {Vector[]} arrows
 * @returns {{ side: number, y: number }[]}
 */
export function namePlaces(arrows) {
  const places = arrows.map(([x, y]) => ({ side: x < 0 ? -1 : 1, y: (-NAMES * y) / Math.hypot(x, y) }));
  const [upper, lower] = places[0].y <= places[1].y ? places : [...places].reverse();
  if (upper.side === lower.side && lower.y - upper.y < TWO_LINES) {
    const middle = Math.min(Math.max((upper.y + lower.y) / 2, -NAMES), NAMES);
    [upper.y, lower.y] = [middle - TWO_LINES / 2, middle + TWO_LINES / 2];
  }
  return places;
}

/** @param {string} kind @param {Record<string, string | number>} attributes */
function made(kind, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}

/** The line of an arrow, and its tip. @param {Vector} vector */
function arrowShapes([x, y]) {
  const length = Math.hypot(x, y);
  const [ux, uy] = [x / length, -y / length]; // up is up
  const back = [x - 0.1 * ux, -y - 0.1 * uy];
  const corner = (/** @type {number} */ side) => `${back[0] - side * 0.055 * uy},${back[1] + side * 0.055 * ux}`;
  return [
    made("line", { x1: 0, y1: 0, x2: back[0], y2: back[1] }),
    made("polygon", { points: `${x},${-y} ${corner(1)} ${corner(-1)}` }),
  ];
}

/**
 * An arrow, and its name of two lines.
 * @param {SVGElement} group @param {Vector} vector @param {string[]} name @param {{ side: number, y: number }} place
 */
function drawArrow(group, vector, name, place) {
  const label = made("text", { "text-anchor": place.side < 0 ? "end" : "start" });
  const start = place.side * (Math.sqrt(Math.max(0, NAMES ** 2 - place.y ** 2)) + 0.05);
  for (const [i, text] of name.entries()) {
    const line = made("tspan", { x: start, y: place.y + (i === 0 ? -0.03 : 0.15) });
    line.textContent = text;
    label.append(line);
  }
  const [grip] = arrowShapes(vector);
  grip.setAttribute("class", "grip");
  group.replaceChildren(grip, ...arrowShapes(vector), label);
}

/** The sector between both arrows, with its degrees. @param {SVGElement} group @param {Vector} vector @param {Vector} vector2 */
function drawAngle(group, [qx, qy], [kx, ky]) {
  const [from, to] = [Math.atan2(ky, kx), Math.atan2(qy, qx)];
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
  const point = (/** @type {number} */ angle, radius = 0.3) =>
    [radius * Math.cos(angle), -radius * Math.sin(angle)].map((number) => number.toFixed(3));
  const arc = `A 0.3 0.3 0 0 ${turn > 0 ? 0 : 1} ${point(to).join(" ")}`;
  const [x, y] = point(from + turn / 2, 0.46);
  const degrees = made("text", { x, y });
  degrees.textContent = `${Math.round((Math.abs(turn) * 180) / Math.PI)}°`;
  group.replaceChildren(made("path", { d: `M 0 0 L ${point(from).join(" ")} ${arc} Z` }), degrees);
}

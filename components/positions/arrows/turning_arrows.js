// A query and a key as arrows. Turning one by its pair's step moves it by one position; the circle moves both.

const TELL_AFTER_MS = 150; // while an arrow is dragged: Python draws the curve anew
const LEAST_STEP = 0.05; // radians: pairs that hardly rotate would jump hundreds of positions at a touch
const NAMES = 1.12; // from the middle to a name, of a circle of 1
const TWO_LINES = 0.4; // the height of a name
const MANY = 10; // positions for Shift or Page Up and an arrow key

export default function ({ data, parentElement, setTriggerValue }) {
  const svg = parentElement.querySelector("svg");
  const parts = Object.fromEntries(["query", "key"].map((name) => [name, svg.querySelector(`.arrow.${name}`)]));
  const view = { ...data, parts, svg, both: svg.querySelector(".both") };
  // What the hand is doing goes before what Python says of a moment ago.
  if (svg.dataset.drag === "true") [view.m, view.n] = [Number(svg.dataset.m), Number(svg.dataset.n)];
  const words = data.words.length > 0 ? data.words.map((word) => `“${word}”`) : ["it", "it"];
  for (const [i, place] of parentElement.querySelectorAll("figcaption span").entries()) place.textContent = words[i];
  draw(view);
  let timer = 0;
  let drag = null;

  const tell = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => setTriggerValue("positions", [view.m, view.n]), wait);
  };
  const moveBy = (what, by, { m, n } = view) => {
    const inside = (place) => Math.min(Math.max(place, 0), data.limit);
    if (what === "query") view.m = inside(m + by);
    else if (what === "key") view.n = inside(n + by);
    else {
      // As far as the one that comes to the end first: the distance stays.
      const step = Math.min(Math.max(by, -Math.min(m, n)), data.limit - Math.max(m, n));
      [view.m, view.n] = [m + step, n + step];
    }
    draw(view);
  };
  const partOf = (target) => {
    if (target.closest(".both")) return "both";
    const arrow = target.closest(".arrow");
    return arrow && (arrow.classList.contains("query") ? "query" : "key");
  };
  const angleAt = ({ clientX, clientY }) => {
    const { left, top, width, height } = svg.getBoundingClientRect();
    return Math.atan2(top + height / 2 - clientY, clientX - left - width / 2);
  };

  svg.onpointerdown = (event) => {
    const what = partOf(event.target);
    if (!what || event.button) return;
    event.target.closest("[tabindex]").focus({ preventScroll: true });
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
    const what = partOf(event.target);
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

/** @returns {[number, number]} */
function rotated([x, y], angle) {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

function draw(view) {
  const { svg, parts, theta, m, n, limit, both, words } = view;
  const longest = Math.max(Math.hypot(...view.query), Math.hypot(...view.key));
  const unit = (vector) => vector.map((number) => number / longest);
  const [query, key] = [rotated(view.query, m * theta), rotated(view.key, n * theta)];
  const putAt = (element, [x, y]) => {
    element.setAttribute("x2", x);
    element.setAttribute("y2", -y); // up is up
  };
  putAt(svg.querySelector(".before.query"), unit(view.query));
  putAt(svg.querySelector(".before.key"), unit(view.key));
  const [ofQuery, ofKey] = namePlaces([query, key]);
  drawArrow(parts.query, unit(query), [words[0] ?? "query", `position ${m}`], ofQuery);
  drawArrow(parts.key, unit(key), [words[1] ?? "key", `position ${n}`], ofKey);
  drawAngle(svg.querySelector(".angle"), query, key);
  for (const [part, place] of [
    [parts.query, m],
    [parts.key, n],
    [both, Math.min(m, n)],
  ]) {
    part.ariaValueMin = "0";
    part.ariaValueMax = String(limit);
    part.ariaValueNow = String(place);
  }
  both.ariaValueText = `${m} and ${n}`;
  Object.assign(svg.dataset, { m, n });
}

/**
 * Where the names of both arrows stand: outside the circle, which no arrow leaves, and apart.
 * @returns {{ side: number, y: number }[]}
 */
function namePlaces(arrows) {
  const places = arrows.map(([x, y]) => ({ side: x < 0 ? -1 : 1, y: (-NAMES * y) / Math.hypot(x, y) }));
  const [upper, lower] = places[0].y <= places[1].y ? places : [...places].reverse();
  if (upper.side === lower.side && lower.y - upper.y < TWO_LINES) {
    const middle = Math.min(Math.max((upper.y + lower.y) / 2, -NAMES), NAMES);
    [upper.y, lower.y] = [middle - TWO_LINES / 2, middle + TWO_LINES / 2];
  }
  return places;
}

/** An arrow, and its name of two lines. */
function drawArrow(group, [x, y], name, place) {
  const made = (kind, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    return element;
  };
  const length = Math.hypot(x, y);
  const [ux, uy] = [x / length, -y / length];
  const tip = [x, -y];
  const back = [x - 0.1 * ux, -y - 0.1 * uy];
  const corner = (side) => `${back[0] - side * 0.055 * uy},${back[1] + side * 0.055 * ux}`;
  const label = made("text", { "text-anchor": place.side < 0 ? "end" : "start" });
  const start = place.side * (Math.sqrt(Math.max(0, NAMES ** 2 - place.y ** 2)) + 0.05);
  for (const [i, text] of name.entries()) {
    const line = made("tspan", { x: start, y: place.y + (i === 0 ? -0.03 : 0.15) });
    line.textContent = text;
    label.append(line);
  }
  const line = { x1: 0, y1: 0, x2: back[0], y2: back[1] };
  group.replaceChildren(
    made("line", { ...line, class: "grip" }),
    made("line", line),
    made("polygon", { points: `${tip.join(",")} ${corner(1)} ${corner(-1)}` }),
    label,
  );
}

/** The sector between both arrows. */
function drawAngle(path, [qx, qy], [kx, ky]) {
  const radius = 0.3;
  const [from, to] = [Math.atan2(ky, kx), Math.atan2(qy, qx)];
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
  const point = (angle) => `${radius * Math.cos(angle)} ${-radius * Math.sin(angle)}`;
  path.setAttribute("d", `M 0 0 L ${point(from)} A ${radius} ${radius} 0 0 ${turn > 0 ? 0 : 1} ${point(to)} Z`);
}

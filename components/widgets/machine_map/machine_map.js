// The rooms around a drawing of the machine, each joined to the part that it is about. In the top bar it is small: it says
// which part this page looks at, and opens the large one, the menu. On the home page it is there at once.

import { element, everyPart, partOf } from "../canvas/elements.js";
import { LEFT, machinePicture, RIGHT, SHOWN, shape } from "./machine_picture.js";

/** @import { Given } from "../canvas/elements.js" */

/** @typedef {{ key: string, title: string, question: string, part: string, href: string }} Room */
/**
 * @typedef {{ rooms: Room[], here: string, form: "menu" | "map" }} MapData `here` is the part that the page is about.
 */
/** @typedef {(part: string) => void} Look Shows a part. */
/** @typedef {(event: MouseEvent, room: string) => void} Choose */
/** @typedef {{ part: string, node: SVGElement }[]} Shapes */

const MINI = { width: 46, height: 38, weight: 1.6 }; // px
// The drawing's width and the height of a room's name in rem, and what is drawn.
const WIDE = { across: 24, row: 2.9, columns: 7, layers: 6, weight: 2 };
const NARROW = { across: 7, row: 2.6, columns: 3, layers: 6, weight: 2 };
const NARROW_SCREEN = matchMedia("(max-width: 960px)");

/** @param {Given<MapData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const [open, mini, nav] = [".open", ".mini", "nav"].map((name) => partOf(parentElement, name));
  /** @type {HTMLDialogElement} */
  const dialog = partOf(parentElement, "dialog");
  const draw = (/** @type {HTMLElement} */ place) => {
    place.replaceChildren(
      largeMap(data, (event, key) => {
        if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return; // a tab of its own
        event.preventDefault();
        dialog.close();
        setTriggerValue("room", key);
      }),
    );
    place.onkeydown = (event) => moveFocus(event, place);
  };
  open.hidden = data.form !== "menu";
  nav.hidden = data.form !== "map";
  if (data.form === "map") draw(nav);
  mini.replaceChildren(miniature(data.here));
  open.onclick = () => {
    draw(dialog);
    dialog.prepend(closeButton(dialog));
    dialog.showModal();
    (everyPart(dialog, "[aria-current]")[0] ?? dialog).focus(); // on no room's name where none is open
  };
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  };
  const again = () => {
    if (data.form === "map") draw(nav);
    else if (dialog.open) draw(dialog);
  };
  const close = () => dialog.close(); // Back leads to another page
  NARROW_SCREEN.addEventListener("change", again);
  addEventListener("popstate", close);
  return () => {
    NARROW_SCREEN.removeEventListener("change", again);
    removeEventListener("popstate", close);
  };
}

/** @param {HTMLDialogElement} dialog */
function closeButton(dialog) {
  const button = element("button", "close", "✕");
  button.ariaLabel = "Close";
  button.onclick = () => dialog.close();
  return button;
}

// Parts that are drawn alone, and belong to the room of another part.
/** @type {Record<string, string>} */
const PARENT = { before: "arcs" };

/** The machine as it fits beside a word, with the part that a page is about in colour. @param {string} here */
function miniature(here) {
  const { width, height, weight } = MINI;
  const inner = { left: 6, top: 2, width: 22, height: height - 5 };
  const small = { left: 37, top: 20, width: 8, height: 12 };
  const { shapes } = machinePicture({ inner, small, columns: 3, layers: 4, weight });
  const picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  picture.append(...shapes.map(({ node }) => node));
  showPart(shapes, here);
  return picture;
}

/** @param {MapData} mapData @param {Choose} choose */
function largeMap({ rooms, here }, choose) {
  const isNarrow = NARROW_SCREEN.matches;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const order = (/** @type {string[]} */ parts) =>
    parts.flatMap((part) => rooms.find((room) => room.part === part) ?? []);
  /** @type {Record<string, Room[]>} */
  const sides = isNarrow ? { right: order([...LEFT, ...RIGHT]) } : { left: order(LEFT), right: order(RIGHT) };
  const { across, row, columns, layers, weight } = isNarrow ? NARROW : WIDE;
  const width = across * rem;
  const height = row * rem * Math.max(...Object.values(sides).map(({ length }) => length));
  const plan = isNarrow
    ? {
        inner: { left: 0.2 * width, top: 0, width: 0.4 * width, height: 0.79 * height },
        small: { left: 0.62 * width, top: 0.85 * height, width: 0.24 * width, height: 0.13 * height },
      }
    : {
        inner: { left: 0.14 * width, top: 0, width: 0.5 * width, height },
        small: { left: 0.8 * width, top: 0.58 * height, width: 0.13 * width, height: 0.26 * height },
      };
  const { shapes, names, anchors } = machinePicture({ ...plan, columns, layers, weight });
  if (isNarrow) sides.right.sort((a, b) => anchors[a.part][1] - anchors[b.part][1]);
  const picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  const map = element("div", isNarrow ? "narrow map" : "map");
  /** @type {Shapes} */
  const threads = [];
  const look = (/** @type {string} */ part) => {
    showPart(shapes, part);
    for (const each of threads) each.node.classList.toggle("on", each.part === part);
  };
  const [left, right] = Object.entries(sides).map(([side, list]) => {
    const links = element("ul", side);
    const pitch = height / list.length;
    list.forEach((room, place) => {
      const node = threadTo(anchors[room.part], side === "left" ? 0 : width, (place + 0.5) * pitch);
      threads.push({ part: room.part, node });
      links.append(roomLink(room, here, pitch, look, choose));
    });
    return links;
  });
  look(here);
  for (const { part, node } of shapes) {
    const room = rooms.find((each) => each.part === (PARENT[part] ?? part));
    if (room) leadToRoom(node, room, here, look, choose);
  }
  picture.append(...[...threads, ...shapes].map(({ node }) => node), ...(isNarrow ? [] : names));
  map.append(...(right ? [left, picture, right] : [picture, left])); // in a narrow window all are on the right
  return map;
}

/**
 * A room's name, which shows its part while it is pointed at.
 * @param {Room} room @param {string} here @param {number} pitch @param {Look} look @param {Choose} choose
 */
function roomLink({ key, title, question, part, href }, here, pitch, look, choose) {
  const link = element("a");
  link.href = href;
  link.append(element("b", "", title), element("small", "", question));
  if (part === here) link.ariaCurrent = "page";
  link.onclick = (event) => choose(event, key);
  link.onmouseenter = link.onfocus = () => look(part);
  link.onmouseleave = link.onblur = () => look(here);
  const item = element("li");
  item.style.height = `${pitch}px`;
  item.append(link);
  return item;
}

/**
 * A shape leads with the mouse where its room's name leads.
 * @param {SVGElement} node @param {Room} room @param {string} here @param {Look} look @param {Choose} choose
 */
function leadToRoom(node, { key, part }, here, look, choose) {
  node.onclick = (event) => choose(event, key);
  node.onmouseenter = () => look(part);
  node.onmouseleave = () => look(here);
}

/** A line from the edge to a part. @param {[number, number]} given @param {number} edge @param {number} from */
function threadTo([x, y], edge, from) {
  const bend = (edge + x) / 2;
  return shape("path", { d: `M${edge} ${from}C${bend} ${from} ${bend} ${y} ${x} ${y}`, class: "way" });
}

/** Colour the shapes of a part, and no others. @param {Shapes} shapes @param {string} part */
function showPart(shapes, part) {
  const shown = [part, ...(SHOWN[part] ?? [])];
  for (const each of shapes) each.node.classList.toggle("on", shown.includes(each.part));
}

/** Arrow keys go through the rooms. @param {KeyboardEvent} event @param {HTMLElement} place */
function moveFocus(event, place) {
  const links = [...place.querySelectorAll("a")];
  const target = /** @type {HTMLElement} */ (event.target);
  const now = links.findIndex((link) => link.contains(target));
  const next = (/** @type {number} */ step) => links[(now + step + links.length) % links.length];
  const beside = (/** @type {string} */ side) =>
    nearestTo(
      target,
      links.filter((link) => link.closest(side)),
    );
  /** @type {Record<string, () => HTMLElement | undefined>} */
  const moves = {
    ArrowDown: () => (now < 0 ? links[0] : next(1)),
    ArrowUp: () => (now < 0 ? links.at(-1) : next(-1)),
    ArrowLeft: () => beside(".left"),
    ArrowRight: () => beside(".right"),
    Home: () => links[0],
    End: () => links.at(-1),
  };
  if (!(event.key in moves)) return;
  event.preventDefault();
  event.stopPropagation(); // the page's keys are not meant
  moves[event.key]()?.focus();
}

/** The link at about the same height. @param {HTMLElement} here @param {HTMLElement[]} links */
function nearestTo(here, links) {
  const height = (/** @type {HTMLElement} */ each) => each.getBoundingClientRect().top;
  const away = (/** @type {HTMLElement} */ link) => Math.abs(height(link) - height(here));
  return links.reduce((best, link) => (away(link) < away(best) ? link : best), links[0]);
}

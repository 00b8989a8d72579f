// The sentences as a concordance: one a line, the word in the middle of each (keyword in context), sorted by label.
// Pointing at a line rings its point, and pointing at a point brings its line. Thousands of lines may stand there: only
// those in sight are in the page.

import { redraw } from "../../widgets/canvas/canvas_widget.js";
import { isPickedOut } from "./legend.js";
import { lock } from "./locking.js";
import { lookedAt } from "./plot.js";
import { labelled, swatch } from "./shapes.js";
import { announce, partsOf, spoken } from "./texts.js";

const LINE = 26; // CSS pixels; the style sheet takes it from here
const CUT = 0.2; // of a line that may be cut off while it can still be read
const AROUND = 3; // lines kept ready above and below what is seen

/**
 * All points in the order of their lines: label by label, within one by what follows the word, those last in which only
 * a full stop does.
 */
function inOrder(points) {
  const following = points.texts.map((_, point) => {
    const after = partsOf(points, point)[2].trim().toLowerCase();
    return /[\p{L}\p{N}]/u.test(after) ? after : `\u{10ffff}${after}`;
  });
  const place = (point) => (points.own.has(point) ? -1 : points.label[point] < 0 ? Infinity : points.label[point]);
  const order = (first, other) => place(first) - place(other) || (following[first] < following[other] ? -1 : 1);
  return [...points.texts.keys()].sort(order);
}

export function layOutConcordance(view) {
  const { el, points } = view;
  el.list.hidden = !view.listed;
  if (!view.listed) return;
  points.inOrder ??= inOrder(points); // once for all sizes of the window and all that is picked out
  view.lines = points.inOrder.filter((point) => isPickedOut(view, point));
  view.lineOf = new Map(view.lines.map((point, line) => [point, line]));
  el.lines.style.setProperty("--line", `${LINE}px`);
  el.lines.style.height = `${LINE * view.lines.length}px`;
  el.lines.replaceChildren();
  showLines(view);
}

/** Puts the lines in sight into the page, and marks what is looked at and what is locked. */
function showLines(view) {
  const { el, lines, points } = view;
  const first = Math.max(0, Math.floor(el.concordance.scrollTop / LINE) - AROUND);
  const end = Math.min(lines.length, first + Math.ceil(el.concordance.clientHeight / LINE) + 2 * AROUND);
  const standing = new Map([...el.lines.children].map((line) => [Number(line.dataset.point), line]));
  const wanted = lines.slice(first, end);
  for (const [point, line] of standing) if (!wanted.includes(point)) line.remove();
  wanted.forEach((point, i) => {
    if (standing.has(point)) return;
    const line = lineFor(view, points, point);
    line.style.top = `${LINE * (first + i)}px`;
    el.lines.append(line);
  });
  el["list-count"].textContent = countOf(el.concordance, lines.length);
  const looked = lookedAt(view);
  for (const line of el.lines.children) {
    line.classList.toggle("looked", Number(line.dataset.point) === looked);
    line.classList.toggle("locked", Number(line.dataset.point) === view.point);
  }
}

/** Which lines are in sight, and of how many: a list that is cut off at its end looks complete. Empty if all are. */
function countOf({ scrollTop, clientHeight }, count) {
  const first = Math.round(scrollTop / LINE) + 1;
  const last = Math.min(count, Math.max(first, Math.floor((scrollTop + clientHeight) / LINE + CUT)));
  if (count * LINE <= clientHeight) return "";
  return `${first}–${last} of ${count} sentences${last < count ? ": scroll to see more" : ""}`;
}

function lineFor({ theme }, points, point) {
  const line = document.createElement("p");
  line.dataset.point = point;
  line.className = "line";
  const [before, word, after] = partsOf(points, point);
  // What stands before the word is cut at its beginning: the box runs from right to left, the text in it does not.
  const left = labelled("before", "");
  const inner = document.createElement("bdi");
  inner.textContent = before;
  left.append(inner);
  line.append(swatch(theme, points.label[point]), left, labelled("word", word), labelled("after", after));
  return line;
}

/** Brings the line of what is looked at into sight, unless it was pointed at in the list itself. */
export function follow(view) {
  if (!view.listed || !view.lines) return;
  const { el } = view;
  const looked = lookedAt(view);
  if (looked === view.followed && view.point === view.followedLock) return; // most frames of a motion
  if (looked !== null && looked !== view.followed && !view.isInList && view.lineOf.has(looked)) {
    const top = LINE * view.lineOf.get(looked);
    const { scrollTop, clientHeight } = el.concordance;
    if (top < scrollTop || top + LINE > scrollTop + clientHeight) {
      el.concordance.scrollTop = top - (clientHeight - LINE) / 2;
    }
  }
  Object.assign(view, { followed: looked, followedLock: view.point });
  showLines(view);
}

export function listenToConcordance(view) {
  const { concordance } = view.el;
  const pointed = (event) => {
    const line = event.target.closest(".line");
    return line === null ? null : Number(line.dataset.point);
  };
  const look = (point, inList) => {
    view.isInList = inList;
    if (view.hover === point) return;
    view.hover = point;
    redraw(view);
  };
  concordance.onscroll = () => showLines(view);
  concordance.onpointermove = (event) => {
    if (event.pointerType !== "touch") look(pointed(event), true);
  };
  concordance.onpointerleave = () => look(null, false);
  concordance.onclick = (event) => {
    const point = pointed(event);
    if (point !== null) lock(view, point);
  };
  concordance.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault(); // the line that is chosen comes into sight by itself
      const row = view.lineOf.get(view.cursor ?? view.point);
      const to = view.lines[row === undefined ? 0 : Math.min(Math.max(row + step, 0), view.lines.length - 1)];
      if (to === undefined) return;
      Object.assign(view, { cursor: to, hover: null, isInList: false });
      announce(view, spoken(view, to));
      redraw(view);
    } else if (event.key === "Enter" && view.cursor !== null && view.cursor !== view.point) {
      lock(view, view.cursor);
    } else if (event.key === "Escape" && view.point !== null) {
      event.preventDefault(); // on a projector it does nothing else
      lock(view, null);
    }
  };
  concordance.onblur = () => {
    view.cursor = null;
    redraw(view);
  };
}

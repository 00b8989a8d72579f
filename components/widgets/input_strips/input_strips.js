// The element: what it remembers between runs, what it takes in from Python, and how one moves about in it.

import { mount, tell } from "../canvas/canvas_widget.js";
import { themeOf } from "../canvas/drawing.js";
import { set } from "../canvas/wording.js";
import { makeColumns, paintColumns, stripsOf } from "./columns.js";
import { showTokenDetails } from "./token_details.js";

export default function (element) {
  const parts = ["names", "columns", "key", "rest", "told", "news"];
  return mount(element, { state: "column", parts, create, listen, take, layOut, draw: show, answer: answerOf });
}

function create() {
  return { kept: 0, cursor: null, hover: null, isShown: false };
}

function listen(view) {
  const { columns } = view.el;
  const numberOf = (event) => {
    const column = event.target.closest?.(".column");
    return column ? Number(column.dataset.number) : null;
  };
  columns.onpointerover = (event) => {
    if (event.pointerType === "touch") return;
    view.hover = numberOf(event);
    show(view);
  };
  columns.onpointerleave = () => {
    view.hover = null;
    show(view);
  };
  columns.onclick = (event) => {
    const number = numberOf(event);
    if (number !== null) keep(view, number);
  };
  columns.onscroll = () => fade(view);
  columns.onblur = () => {
    view.cursor = null;
    show(view);
  };
  columns.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = view.trace.pieces.length - 1;
    const from = view.cursor ?? view.kept;
    const to = {
      ArrowLeft: Math.max(0, from - 1),
      ArrowRight: Math.min(last, from + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat && view.cursor !== null) keep(view, view.cursor);
    } else if (to !== undefined) {
      event.preventDefault(); // these keys scroll the page
      view.cursor = to;
      view.hover = null;
      show(view);
      columns.children[to].scrollIntoView({ block: "nearest", inline: "nearest" });
      set(view.el.news, view.el.told.textContent);
    }
  };
}

function keep(view, number) {
  view.kept = number;
  show(view);
  set(view.el.news, `${view.trace.pieces[number].piece} is pinned.`);
  tell(view);
}

/** What Python is told. */
function answerOf({ trace, kept: lockedColumn }) {
  return JSON.stringify({ trace: trace.trace, kept: lockedColumn });
}

function take(view, bytes) {
  const { settings, trace } = stripsOf(bytes);
  const initial = JSON.stringify([settings.initial, settings.begun]);
  const isMoved = initial !== view.initial;
  const isNew = trace.trace !== view.trace?.trace;
  Object.assign(view, { bytes, trace, initial });
  if (!isNew && !isMoved) return;
  makeColumns(view);
  view.kept = Math.min(settings.initial, trace.pieces.length - 1);
  view.cursor = null;
  view.hover = null;
  view.told = answerOf(view); // Python said so itself
  view.isShown = false;
}

function layOut(view) {
  view.width = view.root.clientWidth;
  if (view.width === 0) return; // not on the screen
  view.theme = themeOf(view.root);
  paintColumns(view);
  show(view);
  if (!view.isShown) {
    const [line, column] = [view.el.columns, view.el.columns.children[view.kept]];
    const end = column.offsetLeft - line.offsetLeft + column.offsetWidth;
    if (end > line.clientWidth) line.scrollLeft = end - line.clientWidth / 2;
    view.isShown = true;
  }
  fade(view);
  view.root.dataset.drawn = "";
}

/** Whether there is more beyond the edge than is seen. */
function fade({ el: { columns } }) {
  columns.classList.toggle("more", columns.scrollLeft + columns.clientWidth < columns.scrollWidth - 1);
}

function show(view) {
  const { columns } = view.el;
  const looked = view.hover ?? view.cursor ?? view.kept;
  [...columns.children].forEach((column, number) => {
    column.classList.toggle("looked", number === looked);
    column.ariaSelected = String(number === view.kept);
  });
  columns.setAttribute("aria-activedescendant", `piece-${looked}`);
  showTokenDetails(view);
}

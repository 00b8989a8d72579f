// The element: what it remembers between runs, what it takes in from Python, and how one moves about in it.

import { mount, tell } from "../canvas/canvas_widget.js";
import { themeOf } from "../canvas/drawing.js";
import { everyPart } from "../canvas/elements.js";
import { set } from "../canvas/wording.js";
import { makeColumns, paintColumns, stripsOf } from "./columns.js";
import { showTokenDetails } from "./token_details.js";

/**
 * @import { CanvasView } from "../canvas/canvas_widget.js"
 * @import { Theme } from "../canvas/drawing.js"
 * @import { Given } from "../canvas/elements.js"
 * @import { StripsTrace } from "./columns.js"
 */

/**
 * @typedef {{ names: HTMLElement, columns: HTMLElement, key: HTMLElement, rest: HTMLElement, told: HTMLElement,
 *   news: HTMLElement }} StripsParts
 */
/**
 * @typedef {object} StripsState
 * @property {StripsParts} el
 * @property {StripsTrace} trace
 * @property {string} initial
 * @property {number} kept The column that is pinned.
 * @property {number | null} cursor Where the keyboard is.
 * @property {number | null} hover
 * @property {boolean} isShown Whether the pinned column has been brought into sight.
 * @property {Theme} theme
 */
/** @typedef {CanvasView & StripsState} StripsView */

/** @param {Given<Uint8Array<ArrayBuffer>>} element */
export default function (element) {
  const parts = ["names", "columns", "key", "rest", "told", "news"];
  return mount(element, { state: "column", parts, create, listen, take, layOut, draw: show, answer: answerOf });
}

/** @returns {Partial<StripsView>} */
function create() {
  return { kept: 0, cursor: null, hover: null, isShown: false };
}

/** @param {StripsView} view */
function listen(view) {
  const { columns } = view.el;
  const numberOf = (/** @type {Event} */ event) => {
    const column = event.target instanceof Element ? event.target.closest(".column") : null;
    return column instanceof HTMLElement ? Number(column.dataset.number) : null;
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

/** @param {StripsView} view @param {number} number */
function keep(view, number) {
  view.kept = number;
  show(view);
  set(view.el.news, `${view.trace.pieces[number].piece} is pinned.`);
  tell(view);
}

/** What Python is told. @param {Pick<StripsView, "trace" | "kept">} pick */
function answerOf({ trace, kept: lockedColumn }) {
  return JSON.stringify({ trace: trace.trace, kept: lockedColumn });
}

/** @param {StripsView} view @param {Uint8Array<ArrayBuffer>} bytes */
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

/** @param {StripsView} view */
function layOut(view) {
  view.width = view.root.clientWidth;
  if (view.width === 0) return; // not on the screen
  view.theme = themeOf(view.root);
  paintColumns(view);
  show(view);
  if (!view.isShown) {
    const line = view.el.columns;
    const column = everyPart(line, ".column")[view.kept];
    const end = column.offsetLeft - line.offsetLeft + column.offsetWidth;
    if (end > line.clientWidth) line.scrollLeft = end - line.clientWidth / 2;
    view.isShown = true;
  }
  fade(view);
  view.root.dataset.drawn = "";
}

/** Whether there is more beyond the edge than is seen. @param {StripsView} stripsView */
function fade({ el: { columns } }) {
  columns.classList.toggle("more", columns.scrollLeft + columns.clientWidth < columns.scrollWidth - 1);
}

/** @param {StripsView} view */
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

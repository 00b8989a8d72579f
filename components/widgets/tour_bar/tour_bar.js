// The bar of a tour. Everything in it is text of a file that anybody may have written: it is never markup.

import { partOf } from "../canvas/elements.js";
import { isOn, keyAlone } from "../pressed_key.js";
import { coverPage, goToStop } from "./stop_change.js";

/** @import { Given } from "../canvas/elements.js" */

const PAGE = document.documentElement;
const TYPES = "input, textarea, select, [contenteditable]";
const WAYS = /** @type {const} */ (["back", "on"]);
const REPEAT_MS = 5_000; // after which a key that has led nowhere counts again
/** @type {(event: KeyboardEvent) => void} */
let listener = () => {};
/** @type {(event: PopStateEvent) => void} */
let historyListener = () => {};
/** @type {ResizeObserver | null} */
let heights = null;

/**
 * What the bar says; `back`, `on` and `leave` are addresses, "" for none, each with what the page will say first.
 * @typedef {Record<"place" | "title" | "answer" | "question" | "back" | "back_text" | "on" | "on_text" | "on_label" |
 *   "leave" | "leave_text" | "again_text", string> & { presenting: boolean, withheld: boolean }} TourData
 */

/** @param {Given<TourData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const bar = partOf(parentElement, ".tour");
  const part = (/** @type {string} */ name) => partOf(bar, `.${name}`);
  /** @type {HTMLAnchorElement[]} */
  const [back, on, leave] = ["back", "on", "leave"].map((name) => partOf(bar, `.${name}`));
  bar.toggleAttribute("data-presenting", data.presenting);
  for (const name of /** @type {const} */ (["place", "title", "answer"])) part(name).textContent = data[name];
  part("question").textContent = data.withheld ? "" : data.question; // the page asks it in large letters
  for (const [link, address] of new Map([
    [back, data.back],
    [on, data.on],
    [leave, data.leave],
  ])) {
    link.hidden = !address;
    if (address) link.href = address;
  }
  leave.textContent = data.leave_text;
  on.textContent = `${data.on_label} ›`;
  part("reveal").hidden = !data.withheld;
  part("again").hidden = !data.again_text;
  part("again").textContent = data.again_text;
  on.classList.toggle("main", !data.withheld);
  PAGE.dataset.tourStop = data.place; // what covers a change of stop waits for the next one
  tellHeight(bar);
  heights?.disconnect();
  heights = new ResizeObserver(() => tellHeight(bar)); // the page may lengthen the answer (tour_bar.css)
  heights.observe(bar);

  // What was pressed counts once: the server sends new data when it has done it.
  let pressedAt = Number.NEGATIVE_INFINITY;
  const isFirst = () => {
    const first = performance.now() - pressedAt > REPEAT_MS;
    if (first) pressedAt = performance.now();
    return first;
  };
  const send = (/** @type {string} */ name) => {
    if (isFirst()) setTriggerValue(name, true);
  };
  const go = (/** @type {"back" | "on"} */ way) => {
    if (isFirst()) goToStop(data[way], data[`${way}_text`]);
  };
  for (const way of WAYS) {
    const link = way === "on" ? on : back;
    link.onclick = (event) => {
      if (event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab
      event.preventDefault();
      if (event.detail) link.blur(); // by mouse: the next key would put a frame around it
      go(way);
    };
  }
  leave.onclick = () => {
    if (data.on) leave.href = pageWithoutTour(); // with what the visitor has typed; the end has no page of its own
  };
  part("reveal").onclick = () => send("show");
  part("again").onclick = () => send("again");

  window.removeEventListener("keydown", listener, true);
  const mine = (/** @type {KeyboardEvent} */ event) => {
    const key = keyAlone(event);
    if (!key) return;
    const typing = isOn(event, TYPES);
    if (key === "g" && data.question && !typing) send(data.withheld ? "show" : "hide");
    else if (key === "v" && data.again_text && !typing) send("again");
    else if (key === "ArrowLeft" && !data.on && !typing) go("back");
    else if (!data.presenting)
      return; // the keys of pages scroll
    else if (key === "PageDown" && data.withheld) send("show");
    else if (key === "PageDown" && data.on) go("on");
    else if (key === "PageUp" && data.back) go("back");
    else if (!key.startsWith("Page")) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the presenter's bar would go to another room
  };
  listener = mine;
  window.addEventListener("keydown", mine, true); // before anybody else

  // The browser's own Back and Forward come to a stop as the keys do.
  window.removeEventListener("popstate", historyListener);
  const moved = (/** @type {PopStateEvent} */ event) => {
    const way = WAYS.find((name) => isSameAddress(data[name]));
    if (event.isTrusted && way) coverPage(data[`${way}_text`]);
  };
  historyListener = moved;
  window.addEventListener("popstate", moved);
  bar.dataset.listening = "true";
  return () => {
    // Streamlit cleans up, too, after a call that was overtaken (see canvas_widget.js); and another page's bar may be there.
    if (bar.isConnected || listener !== mine) return;
    window.removeEventListener("keydown", mine, true);
    window.removeEventListener("popstate", moved);
    heights?.disconnect();
    PAGE.style.removeProperty("--tour-height");
    delete PAGE.dataset.tourStop;
  };
}

/** The address of the page as it is now, outside the tour. */
function pageWithoutTour() {
  const page = new URL(window.location.href);
  for (const name of ["tour", "stop", "score"]) page.searchParams.delete(name);
  return page.href;
}

/** Tell the page how high the bar is: what stands above it is made to fit. @param {HTMLElement} bar */
function tellHeight(bar) {
  const height = `${bar.offsetHeight}px`;
  if (PAGE.style.getPropertyValue("--tour-height") === height) return;
  PAGE.style.setProperty("--tour-height", height);
  document.dispatchEvent(new Event("tour-height"));
}

/**
 * Whether an address of the tour is the one that the browser shows: the page and the number of the stop decide.
 * @param {string} address
 */
function isSameAddress(address) {
  if (!address) return false;
  const { pathname, searchParams } = new URL(address, window.location.href);
  const here = new URLSearchParams(window.location.search);
  return (
    pathname === window.location.pathname &&
    ["tour", "stop", "finished"].every((name) => searchParams.get(name) === here.get(name))
  );
}

// The bar of a tour. Everything in it is text of a file that anybody may have written: it is never markup.

import { keyAlone } from "../pressed_key.js";
import { coverPage, goToStop } from "./stop_change.js";

const PAGE = document.documentElement;
const TYPES = "input, textarea, select, [contenteditable]";
const REPEAT_MS = 5_000; // after which a key that has led nowhere counts again
let listener = null;
let historyListener = null;
let heights = null;

export default function ({ data, parentElement, setTriggerValue }) {
  const bar = parentElement.querySelector(".tour");
  const part = (name) => bar.querySelector(`.${name}`);
  bar.toggleAttribute("data-presenting", data.presenting);
  for (const name of ["place", "title", "answer"]) part(name).textContent = data[name];
  part("question").textContent = data.withheld ? "" : data.question; // the page asks it in large letters
  for (const name of ["back", "on", "leave"]) {
    part(name).hidden = !data[name];
    if (data[name]) part(name).href = data[name];
  }
  part("leave").textContent = data.leave_text;
  part("on").textContent = `${data.on_label} ›`;
  part("reveal").hidden = !data.withheld;
  part("again").hidden = !data.again_text;
  part("again").textContent = data.again_text;
  part("on").classList.toggle("main", !data.withheld);
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
  const send = (name) => {
    if (isFirst()) setTriggerValue(name, true);
  };
  const go = (way) => {
    if (isFirst()) goToStop(data[way], data[`${way}_text`]);
  };
  for (const way of ["back", "on"]) {
    part(way).onclick = (event) => {
      if (event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab
      event.preventDefault();
      if (event.detail) part(way).blur(); // by mouse: the next key would put a frame around it
      go(way);
    };
  }
  part("leave").onclick = () => {
    if (data.on) part("leave").href = pageWithoutTour(); // with what the visitor has typed; the end has no page of its own
  };
  part("reveal").onclick = () => send("show");
  part("again").onclick = () => send("again");

  window.removeEventListener("keydown", listener, true);
  const mine = (event) => {
    const key = keyAlone(event);
    if (!key) return;
    const typing = event.composedPath().some((element) => element.matches?.(TYPES));
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
  const moved = (event) => {
    const way = ["back", "on"].find((name) => isSameAddress(data[name]));
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

/** Tell the page how high the bar is: what stands above it is made to fit. */
function tellHeight(bar) {
  const height = `${bar.offsetHeight}px`;
  if (PAGE.style.getPropertyValue("--tour-height") === height) return;
  PAGE.style.setProperty("--tour-height", height);
  document.dispatchEvent(new Event("tour-height"));
}

/** Whether an address of the tour is the one that the browser shows: the page and the number of the stop decide. */
function isSameAddress(address) {
  if (!address) return false;
  const { pathname, searchParams } = new URL(address, window.location.href);
  const here = new URLSearchParams(window.location.search);
  return (
    pathname === window.location.pathname &&
    ["tour", "stop", "finished"].every((name) => searchParams.get(name) === here.get(name))
  );
}

// The keys of a presenter, and a bar that says where in the house the audience is. Python decides what a key leads to.

const ROOMS = { PageUp: -1, PageDown: 1 };
const EXAMPLES = { ArrowLeft: -1, ArrowRight: 1 };
const TYPES = "input, textarea, select, [contenteditable]";
const USES_ARROWS = `${TYPES}, [role=slider], [role=radio], [role=tab], [role=listbox], [role=group], [role=application]`;

// One listener a page: the function runs again with every change of theme or data.
let listener = null;

export default function ({ data, parentElement, setTriggerValue }) {
  const bar = parentElement.querySelector(".bar");
  bar.querySelector(".room").textContent = data.room;
  bar.querySelector(".example").textContent = data.example;
  bar.querySelector(".keys").textContent = data.keys;
  bar.querySelector(".modes").replaceChildren(...data.modes.map((name, index) => dot(name, index, data.mode)));
  bar.onclick = (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.room) setTriggerValue("room", Number(button.dataset.room));
    if (button?.dataset.mode) setTriggerValue("mode", Number(button.dataset.mode));
  };

  document.removeEventListener("keydown", listener);
  const mine = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const on = (selector) => event.composedPath().some((element) => element.matches?.(selector));
    if (event.key in ROOMS) setTriggerValue("room", ROOMS[event.key]);
    else if (event.key in EXAMPLES && data.example && !on(USES_ARROWS)) setTriggerValue("step", EXAMPLES[event.key]);
    else if (on(TYPES)) return;
    else if (/^[1-9]$/.test(event.key) && Number(event.key) <= data.modes.length) {
      setTriggerValue("mode", Number(event.key) - 1);
    } else if (event.key === "g" && data.reveals) setTriggerValue("reveal", true);
    else if (event.key === "b" || event.key === ".") document.documentElement.toggleAttribute("data-black");
    else if (event.key === "f") {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen();
    } else return;
    event.preventDefault();
  };
  listener = mine;
  document.addEventListener("keydown", mine);
  enlarge(bar);
  bar.dataset.listening = "true";
  return () => {
    if (bar.isConnected) return; // Streamlit cleans up, too, after a call that was overtaken: see canvas_widget.js
    document.removeEventListener("keydown", mine);
    document.documentElement.removeAttribute("data-black");
    enlarger?.disconnect();
    arrivals?.disconnect();
  };
}

// Charts and pictures are enlarged until they fill the screen down to the bar: charts whole, letters and lines alike,
// and a canvas by its height, since its letters grow with the page. What is to be enlarged reads one of two properties
// of the figure, and hears of a change by an event.
const LARGEST = 3;
const SMALLEST = 0.6; // of a picture that would reach below the bar; what does not fit even so stays as it is
const STEP = 0.05; // what is nearer than this to filling the screen stays as it is
const SETTLED_MS = 120; // without a change of size
const TRIES = 12; // for what is drawn now: a chart that is drawn anew may have another shape
const READABLE = 24; // pixels of the smallest letter of a chart on a large projector
const LEAST_SHARE = 0.72; // of the screen's height for a figure; notes below it have what is left
const DRAWN = ".stVegaLiteChart, .stBidiComponent";
let enlarger = null;
let arrivals = null;
let refit = null; // called when the bar of a tour has another height

document.addEventListener("tour-height", () => refit?.());

// A stop of a tour has no figure before its answer is shown: it is enlarged whenever it comes.
function enlarge(bar) {
  let current = null;
  const look = () => {
    /** @type {HTMLElement | null} */
    const figure = document.querySelector(".st-key-figure");
    if (figure === current) return;
    current = figure;
    enlarger?.disconnect();
    if (figure) enlargeFigure(figure, bar);
  };
  arrivals?.disconnect();
  arrivals = new MutationObserver(look);
  arrivals.observe(document.body, { childList: true, subtree: true });
  look();
}

function enlargeFigure(figure, bar) {
  let zoom = 1;
  let tries = 0;
  let count = 0;
  let limit = LARGEST;
  let least = 1;
  let width = window.innerWidth;
  const fit = () => {
    if (window.innerWidth !== width) [width, least, tries, limit] = [window.innerWidth, 1, 0, LARGEST]; // a projector
    const drawn = [...figure.querySelectorAll(DRAWN)].filter((each) => heightOf(each) > 0).length;
    if (drawn === 0) return;
    if (drawn !== count) [tries, limit] = [0, LARGEST];
    count = drawn;
    const readable = readableZoom(figure);
    if (readable > least) {
      least = readable; // never less: a chart that becomes narrow may write smaller, and would go to and fro
      set(zoom);
    }
    if (tries >= TRIES) return;
    const { height } = figure.getBoundingClientRect();
    const room = roomFor(figure, bar);
    // Where a line wraps, a little more may be far too much: from the middle on it goes no further than it has proved.
    if (height > room && tries > TRIES / 2) limit = Math.min(limit, zoom - STEP);
    const wanted = Math.min(limit, zoom * Math.sqrt(room / height) ** (height > room ? 2 : 1));
    if (wanted < SMALLEST) tries = TRIES;
    else if (Math.abs(wanted - zoom) < STEP) return;
    else tries += 1;
    set(wanted < SMALLEST ? 1 : wanted);
  };
  const set = (size) => {
    zoom = size;
    // On a tour, where one picture is looked at, all of it is worth more than letters as large as they should be.
    const charts = tourHeight() ? Math.max(1, least * size) : least * Math.max(1, size);
    figure.style.setProperty("--chart-zoom", String(Math.min(LARGEST, charts)));
    figure.style.setProperty("--picture-zoom", String(size));
    document.dispatchEvent(new Event("picture-zoom"));
  };
  set(1);
  // A chart that is made anew while it is being made stays empty: the size changes when everything is there.
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (isDrawing() ? soon() : fit()), SETTLED_MS);
  };
  enlarger = new ResizeObserver(soon);
  enlarger.observe(figure);
  refit = () => {
    [tries, limit] = [0, LARGEST];
    soon();
  };
}

function isDrawing() {
  return document.querySelector(".stApp")?.getAttribute("data-test-script-state") === "running";
}

function heightOf(element) {
  return element?.offsetHeight ?? 0;
}

/** How much charts are enlarged at least: on a large screen, until their smallest letters can be read. */
function readableZoom(figure) {
  if (window.innerWidth < 1600) return 1;
  const letters = [...figure.querySelectorAll(".stVegaLiteChart svg text")].filter((text) => text.textContent.trim());
  const smallest = Math.min(18, ...letters.map((text) => parseFloat(getComputedStyle(text).fontSize)));
  return READABLE / Math.max(smallest, 12);
}

/** The height of the bar of a tour; 0 without one. */
function tourHeight() {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--tour-height")) || 0;
}

/** The height that a figure can have, in pixels. */
function roomFor(figure, bar) {
  const foot = tourHeight();
  const top = figure.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop ?? 0);
  const whole = window.innerHeight - top - bar.offsetHeight - foot - 24;
  const notes = heightOf(document.querySelector(".st-key-rail"));
  return Math.max(whole - notes, Math.min(whole, LEAST_SHARE * window.innerHeight));
}

function dot(name, index, chosen) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.mode = index;
  button.textContent = index + 1;
  button.title = name;
  button.ariaLabel = name;
  button.ariaCurrent = String(index === chosen);
  return button;
}

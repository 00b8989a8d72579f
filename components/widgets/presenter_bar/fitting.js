// Fits what is looked at to the screen.

import { everyPart } from "../canvas/elements.js";
import { LARGEST, nearerSize, roomFor, SMALLEST, zoomsOf } from "./sizes.js";

// What is looked at takes the height down to the bar: a figure, or the question of a tour's stop in its place. Charts are
// enlarged whole, letters and lines alike, and a canvas by its height, since its letters grow with the page. Both read a
// property of the figure, and canvases hear of a change by an event. On a tour one picture is looked at, and all of it is
// worth more than letters as large as they should be: there it also becomes smaller, first charts and canvases, and then
// texts with them. What does not fit beside that picture begins below the bars, where one can scroll to it.
const SMALLEST_ON_TOUR = 0.3; // of all: nobody reads what is smaller
const SQUEEZE = 1.15; // times the height that there is: what would only be this much too high is made smaller
const NEAR = 0.025; // of the height that there is: a figure that is nearer than this to filling it stays as it is
const STEP = 0.05; // of a size: on a tour, what is nearer than this to the largest that fits stays as it is
const SMALL_STEP = 0.005; // the same where letters are smaller than they should be
const SETTLED_MS = 120; // without a change of size
const POLL_MS = 30; // between two looks at whether a run has ended
const FOLLOW_LOOKS = 10; // for which charts may be drawn for the size before; then they are measured as they are
const TRIES = 12; // for what is drawn now: a chart that is drawn anew may have another shape
const READABLE = 16; // pixels of the smallest letter of a chart on a projector
const READABLE_ON_LARGE = 24; // the same on a large one
const MOVED = 4; // pixels
const MARGIN = 24; // pixels below it
const MARGIN_ON_TOUR = 4;
const DRAWN = ".stVegaLiteChart, .stBidiComponent, .veil";
const PICTURE = ".stVegaLiteChart, .stBidiComponent, .veil, .stDataFrame, .stTable, .katex-display";
const UNDRAWN = "[data-testid=stSkeleton], .stVegaLiteChart:not(:has(canvas, svg))";
const CAPTION = "[data-testid=stCaptionContainer]";
const LEAST_PICTURE = 0.25; // of the height: what is lower, as a row of tiles, is not what a stop is about
const FITTED = ".st-key-figure, .st-key-stop-slide";
const BELOW = ".st-key-slide-address"; // what stands below it
const LARGEST_GAP = 16; // pixels
/** @type {ResizeObserver | null} */
let enlarger = null;
/** @type {MutationObserver | null} */
let arrivals = null;
let refit = () => {}; // called when the bar of a tour has another height

document.addEventListener("tour-height", () => refit());

/**
 * A stop of a tour has no figure before its answer is shown: it is enlarged whenever it comes.
 * @param {HTMLElement} bar
 */
export function enlarge(bar) {
  /** @type {HTMLElement | null} */
  let current = null;
  const look = () => {
    /** @type {HTMLElement | null} */
    const fitted = document.querySelector(FITTED);
    if (fitted === current) return;
    current = fitted;
    enlarger?.disconnect();
    if (fitted) fitToScreen(fitted, bar);
  };
  arrivals?.disconnect();
  arrivals = new MutationObserver(look);
  arrivals.observe(document.body, { childList: true, subtree: true });
  look();
}

/** Ends what `enlarge` began. */
export function stopEnlarging() {
  enlarger?.disconnect();
  arrivals?.disconnect();
}

/** @param {HTMLElement} figure @param {HTMLElement} bar */
function fitToScreen(figure, bar) {
  const isSlide = figure.matches(".st-key-stop-slide");
  // Texts and canvases have their new size at once. Charts come later.
  const isPrompt = () => isSlide && !figure.querySelector(".stVegaLiteChart");
  let last = { zoom: 1, height: 0 }; // what was measured before
  let atRest = 0; // the height of a slide that was made to fit
  let zoom = 1;
  let tries = 0;
  let count = -1;
  let looksBehind = 0; // looks in a row at charts that were drawn for the size before
  let limit = LARGEST; // without a tour, of the size
  let fitting = 0; // on a tour, the largest size that has been seen to fit
  let tooLarge = Number.POSITIVE_INFINITY; // the smallest that has been seen not to
  let least = 1;
  /** @type {HTMLElement | null} */
  let main = null; // on a tour, the last part of the figure that is made to fit
  let width = window.innerWidth;
  let leftBefore = Number.NEGATIVE_INFINITY;
  const beginAnew = () => {
    [tries, limit, fitting, tooLarge, main] = [0, LARGEST, 0, Number.POSITIVE_INFINITY, null];
    if (tourHeight() > 0 && zoom !== 1) set(1);
  };
  const fit = () => {
    if (window.innerWidth !== width) {
      [width, least] = [window.innerWidth, 1]; // a projector
      beginAnew();
    }
    const onTour = tourHeight() > 0;
    const drawn = everyPart(figure, DRAWN).filter((each) => heightOf(each) > 0).length;
    if (drawn === 0 && !onTour) return;
    if (drawn !== count) beginAnew();
    count = drawn;
    const readable = readableZoom(figure);
    if (readable > least) {
      least = readable; // never less: a chart that becomes narrow may write smaller, and would go to and fro
      set(zoom);
    }
    const [left, below] = [heightLeft(figure, bar, onTour), heightBelow(figure)];
    if (onTour && Math.abs(left - below - leftBefore) > MOVED) beginAnew(); // what stands above or below it has changed
    leftBefore = left - below;
    if (tries >= TRIES) return;
    const room = roomOf(figure, left, below, zoom, onTour);
    if (onTour) fitStop(room);
    else fitFigure(room);
  };
  const fitFigure = (/** @type {number} */ room) => {
    const { height } = figure.getBoundingClientRect();
    // Where a line wraps, a little more may be far too much: from the middle on it goes no further than it has proved.
    // Before that nothing is a proof: charts may still be on their way to the last size.
    if (height > room && tries > TRIES / 2) limit = Math.min(limit, zoom - STEP);
    const wanted = Math.min(limit, nearerSize(zoom, height, room));
    if (wanted < SMALLEST) tries = TRIES;
    else if (Math.abs(height / room - 1) < NEAR || wanted === zoom) return;
    else tries += 1;
    set(wanted < SMALLEST ? 1 : wanted);
  };
  const fitStop = (/** @type {number} */ room) => {
    if (!main?.isConnected) main = lastThatFits(figure, room);
    const height = heightUpTo(figure, main);
    if (height <= room) fitting = Math.max(fitting, zoom);
    else tooLarge = Math.min(tooLarge, zoom);
    const largest = count > 0 ? LARGEST : 1;
    const slope = (height - last.height) / (zoom - last.zoom); // NaN or infinite at the first look
    const isLine = isPrompt() && slope > 0 && slope < Number.POSITIVE_INFINITY;
    last = { zoom, height };
    let wanted = Math.min(largest, isLine ? zoom + (room - 1 - height) / slope : nearerSize(zoom, height, room));
    // Between what fits and what does not, the middle is tried.
    if (fitting > 0 && (wanted >= tooLarge || wanted <= fitting)) wanted = (fitting + Math.min(tooLarge, largest)) / 2;
    const isNear = fitting > 0 && Math.abs(wanted - fitting) < (fitting < 1 ? SMALL_STEP : STEP) * fitting;
    const isHopeless = fitting === 0 && zoom === SMALLEST_ON_TOUR;
    if (isNear || isHopeless || tries === TRIES) {
      wanted = fitting || SMALLEST_ON_TOUR;
      tries = TRIES;
    }
    wanted = Math.max(wanted, SMALLEST_ON_TOUR);
    if (wanted === zoom) return;
    tries += 1;
    set(wanted);
    soon(); // not every size changes the figure's
  };
  const set = (/** @type {number} */ size) => {
    zoom = size;
    const { charts, pictures, whole } = zoomsOf(size, { onTour: tourHeight() > 0, hasPictures: count > 0, least });
    figure.style.setProperty("--chart-zoom", String(charts));
    figure.style.setProperty("--picture-zoom", String(pictures));
    figure.style.setProperty("--whole-zoom", String(whole));
    document.dispatchEvent(new Event("picture-zoom"));
  };
  set(1);
  /** What does not fit begins below the bars; so do notes that they would cut. */
  const placeRest = () => {
    if (!figure.matches(".st-key-figure")) return;
    const onTour = tourHeight() > 0;
    const parts = partsOf(figure);
    const first = onTour ? parts[(main ? parts.indexOf(main) : -1) + 1] : null;
    for (const part of parts) {
      const before = parseFloat(part.style.marginTop) || 0;
      const scale = part.currentCSSZoom ?? 1;
      const { top, bottom } = part.getBoundingClientRect();
      const end = window.innerHeight - bar.offsetHeight - tourHeight() - scrolledBy();
      const from = top - before * scale;
      const isCut = part === first && from < end;
      const gap = isCut && bottom > top ? Math.ceil((end - from) / scale) : 0;
      if (gap !== before) part.style.marginTop = gap ? `${gap}px` : "";
    }
  };
  // A chart that is made anew while it is being made stays empty: the size changes when everything is there.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const soon = (wait = isPrompt() ? 0 : SETTLED_MS) => {
    clearTimeout(timer);
    timer = setTimeout(settle, wait);
  };
  const isBehind = () => {
    looksBehind = isDrawnForItsPlace(figure) ? 0 : looksBehind + 1;
    return looksBehind > 0 && looksBehind <= FOLLOW_LOOKS;
  };
  const settle = () => {
    if (isDrawing(figure) || isBehind()) return soon(isPrompt() ? POLL_MS : SETTLED_MS);
    if (isPrompt() && Math.abs(heightUpTo(figure, null) - atRest) > MOVED) beginAnew(); // it holds something else
    let before;
    let looks = 0;
    do {
      before = zoom;
      looks += 1;
      fit();
    } while (isPrompt() && zoom !== before && looks < TRIES);
    atRest = heightUpTo(figure, null);
    showOnceFitted();
    placeRest();
  };
  /**
   * A slide that is too high is hidden in the same frame, for a moment (presenting.py); one that fits is seen at once.
   */
  const showOnceFitted = () => {
    const left = heightLeft(figure, bar, tourHeight() > 0);
    const room = roomOf(figure, left, heightBelow(figure), zoom, true);
    if (!isSlide || heightUpTo(figure, null) <= room + 1) figure.dataset.fitted = "true";
    else delete figure.dataset.fitted;
  };
  const look = () => {
    showOnceFitted();
    soon();
  };
  const observer = new ResizeObserver(look);
  enlarger = observer;
  for (const each of [figure, document.querySelector(".st-key-body")]) if (each) observer.observe(each);
  refit = () => {
    beginAnew();
    if (isPrompt()) settle();
    else soon();
  };
}

/** The parts of a figure that take room. @param {HTMLElement} figure */
function partsOf(figure) {
  return everyPart(figure, ":scope > *").filter((each) => heightOf(each) > 0);
}

/**
 * The height of a figure down to the end of one of its parts; of all of it, if that is null.
 * @param {HTMLElement} figure @param {Element | null} part
 */
function heightUpTo(figure, part) {
  const { top, bottom } = figure.getBoundingClientRect();
  return (part?.getBoundingClientRect().bottom ?? bottom) - top;
}

/**
 * The last part of a figure that is shown above the bars: all of it if there is room, or almost; else the last picture for
 * which there is, and the first in any case, with its captions.
 * @param {HTMLElement} figure @param {number} room
 */
function lastThatFits(figure, room) {
  const parts = partsOf(figure);
  const fits = (/** @type {number} */ i) => heightUpTo(figure, parts[i]) <= SQUEEZE * room;
  if (parts.length === 0 || fits(parts.length - 1)) return parts.at(-1) ?? null;
  const pictures = [...parts.keys()].filter((i) => parts[i].matches(PICTURE) || parts[i].querySelector(PICTURE));
  const first = pictures.find((i) => heightOf(parts[i]) >= LEAST_PICTURE * room) ?? pictures[0] ?? parts.length - 1;
  let last = Math.max(first, ...pictures.filter(fits));
  while (parts[last + 1]?.querySelector(CAPTION) && fits(last + 1)) last += 1;
  return parts[last];
}

/**
 * A run is under way, or a chart or a table is not there yet: what stands in its place has another height.
 * @param {HTMLElement} figure
 */
function isDrawing(figure) {
  const isRunning = document.querySelector(".stApp")?.getAttribute("data-test-script-state") === "running";
  return isRunning || [...figure.querySelectorAll(UNDRAWN)].some((each) => each.checkVisibility());
}

/**
 * Whether charts fill the width that they have when enlarged: one that does not is about to be drawn for a new size.
 * @param {HTMLElement} figure
 */
function isDrawnForItsPlace(figure) {
  return [...figure.querySelectorAll(".stVegaLiteChart")].every((chart) => {
    const drawn = chart.querySelector("svg.marks")?.getBoundingClientRect().width;
    const place = chart.getBoundingClientRect().width * (chart.currentCSSZoom ?? 1);
    return !drawn || Math.abs(drawn - place) <= MOVED;
  });
}

/** @param {HTMLElement} element */
function heightOf(element) {
  return element.offsetHeight;
}

/**
 * How much charts are enlarged at least: on a projector, until their smallest letters can be read.
 * @param {HTMLElement} figure
 */
function readableZoom(figure) {
  if (window.innerWidth < 1200) return 1;
  const letters = [...figure.querySelectorAll(".stVegaLiteChart svg text")].filter((text) => text.textContent.trim());
  const smallest = Math.min(18, ...letters.map((text) => parseFloat(getComputedStyle(text).fontSize)));
  const readable = window.innerWidth < 1600 ? READABLE : READABLE_ON_LARGE;
  return Math.max(1, readable / Math.max(smallest, 12));
}

function scrolledBy() {
  return document.querySelector(".stMain")?.scrollTop ?? 0;
}

/** The height of the bar of a tour; 0 without one. */
function tourHeight() {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--tour-height")) || 0;
}

/**
 * The height that is left for a figure, and for what stands below it.
 * @param {HTMLElement} figure @param {HTMLElement} bar @param {boolean} onTour
 */
function heightLeft(figure, bar, onTour) {
  const top = figure.getBoundingClientRect().top + scrolledBy();
  return window.innerHeight - top - bar.offsetHeight - tourHeight() - (onTour ? MARGIN_ON_TOUR : MARGIN);
}

/**
 * The height of what stands below it, with the gap between them, which is larger where the figure leaves room.
 * @param {HTMLElement} figure
 */
function heightBelow(figure) {
  const box = document.querySelector(BELOW)?.getBoundingClientRect();
  if (!box) return 0;
  return box.height + Math.min(Math.max(box.top - figure.getBoundingClientRect().bottom, 0), LARGEST_GAP);
}

/**
 * The height that a figure of this size can have; a slide has all that is left.
 * @param {HTMLElement} figure @param {number} left @param {number} below @param {number} size @param {boolean} onTour
 */
function roomOf(figure, left, below, size, onTour) {
  return figure.matches(".st-key-figure") ? roomFor(left, below, size, onTour, window.innerHeight) : left - below;
}

// Where a link lands: on the part that it names or opens, which is scrolled into sight and marked for a moment. What
// stands in the drawer below a figure is drawn once the drawer is open, and seen once its tab is chosen. A part is named
// by its key, or by words that stand in the drawer.

import { scrollToTop, topEdge } from "./opened.js";

const SHOWN = "show"; // in the link: the key of the element to land on, or its words
const EVERY = 100; // milliseconds between two looks
const PATIENCE = 60_000; // milliseconds for a part that has to be computed
const SETTLED = 15; // looks at a page that is at rest, with the part where it should be
const MARKED = 2500; // milliseconds
const DRAWER = ".st-key-why > .stExpander > details";
const TAKEN = ["wheel", "touchstart", "pointerdown", "keydown"]; // from now on the visitor scrolls

let stop = () => {};

/** Lands on what the address names, once it is drawn; until the visitor takes over. */
export function landOnPart() {
  stop();
  const deadline = Date.now() + PATIENCE;
  /** @type {Element | null} */
  let marked = null;
  let calm = 0;
  const timer = setInterval(() => {
    const parameters = new URLSearchParams(location.search);
    const [part, shown] = [namedPart(parameters), parameters.get(SHOWN)];
    if (part && part !== marked) {
      mark(part);
      marked = part;
    }
    if (part) moveIntoSight(part);
    // While models are loaded the page is at rest, too, without its parts.
    const isDone = document.querySelector('.stApp[data-test-script-state="notRunning"] .st-key-live');
    if (part) chooseTab(part);
    else if (shown && isDone) openDrawer();
    calm = isDone && (part || !shown) ? calm + 1 : 0;
    if (calm > SETTLED || Date.now() > deadline) stop();
  }, EVERY);
  stop = () => {
    clearInterval(timer);
    for (const name of TAKEN) removeEventListener(name, stop, true);
  };
  for (const name of TAKEN) addEventListener(name, stop, true);
}

/** The element that the link names, or the first panel that it opens. @param {URLSearchParams} parameters */
function namedPart(parameters) {
  const shown = parameters.get(SHOWN);
  if (shown) return document.querySelector(`.st-key-${CSS.escape(shown)}`) ?? partWithWords(shown);
  const panels = [...parameters].filter(([, value]) => value === "true");
  const selector = panels.map(([name]) => `.st-key-${CSS.escape(name)}:has(details[open])`).join();
  return selector ? document.querySelector(selector) : null;
}

/**
 * The first paragraph, or other element without boxes of its own, in the drawer that has the words.
 * @param {string} words
 */
function partWithWords(words) {
  const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/\s/g, "");
  const parts = document.querySelectorAll(
    `${DRAWER} :is(p, li, tr, h1, h2, h3, h4, h5, h6, pre, [data-testid=stText])`,
  );
  return [...parts].find((part) => plain(part.textContent).includes(plain(words))) ?? null;
}

function openDrawer() {
  /** @type {HTMLDetailsElement | null} */
  const drawer = document.querySelector(DRAWER);
  if (drawer && !drawer.open) drawer.querySelector("summary")?.click();
}

/** @param {Element} part */
function chooseTab(part) {
  const panel = part.closest("[role=tabpanel]");
  if (panel && !part.checkVisibility()) document.getElementById(panel.getAttribute("aria-labelledby") ?? "")?.click();
}

/**
 * Scrolls the page so that the part is in sight; of one that is higher than the window, its beginning.
 * @param {Element} part
 */
function moveIntoSight(part) {
  const { top, bottom } = part.getBoundingClientRect();
  if (top < topEdge() || bottom > innerHeight) scrollToTop(part);
}

/** @param {Element} part */
function mark(part) {
  part.setAttribute("data-landed", "");
  setTimeout(() => part.removeAttribute("data-landed"), MARKED);
}

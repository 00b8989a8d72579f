// Change of stop without a new page. Streamlit reads an address anew after the browser's Back and Forward; so the address
// of the stop becomes the current entry of the history, and Streamlit is told as the browser would. Until the stop is
// there, its question covers the page: of the stop before, nothing remains in sight, and no frame is empty.

const LONGEST_MS = 15_000; // after which the page is shown as it is
const ABOVE_PAGE = 997; // below the bars

/** @type {HTMLElement | null} */
let cover = null;

/**
 * Goes to another stop.
 * @param {string} address its address
 * @param {string} text what the page will say first
 */
export function goToStop(address, text) {
  if (text) coverPage(text);
  window.history.pushState({}, "", address);
  window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}

/** Covers the page with a text until the next run has drawn it. @param {string} text */
export function coverPage(text) {
  cover?.remove();
  const main = document.querySelector(".stMainBlockContainer");
  const app = document.querySelector(".stApp");
  if (!main || !app) return;
  cover = document.createElement("div");
  cover.className = "stop-cover";
  cover.ariaHidden = "true"; // the page says it itself
  cover.textContent = text;
  const before =
    document.querySelector(".st-key-stop-question [data-testid=stText]") ??
    main.querySelector("h1, [data-testid=stText]");
  const { left, top } = (before ?? main).getBoundingClientRect();
  const colours = getComputedStyle(app);
  Object.assign(cover.style, {
    position: "fixed",
    inset: "0",
    zIndex: String(ABOVE_PAGE),
    boxSizing: "border-box",
    padding: `${Math.max(top, 16)}px 2rem 0 ${Math.max(left, 16)}px`,
    background: colours.backgroundColor,
    color: colours.color,
    font: `600 var(--question-type, 1.5rem)/1.6 ${colours.fontFamily}`,
    overflowWrap: "anywhere",
  });
  document.body.append(cover);
  removeWhenDrawn(cover, app);
}

/**
 * Removes the cover when a run has ended that drew the bar of another stop.
 * @param {HTMLElement} mine @param {Element} app
 */
function removeWhenDrawn(mine, app) {
  const began = performance.now();
  const before = document.documentElement.dataset.tourStop;
  const look = () => {
    if (cover !== mine) return;
    const idle = app.getAttribute("data-test-script-state") === "notRunning";
    const { tourStop } = document.documentElement.dataset; // none while the bar is drawn anew
    const slide = document.querySelector(".st-key-stop-slide");
    const isSeen = !slide || getComputedStyle(slide).opacity !== "0"; // not while it is made to fit
    const drawn = idle && tourStop && tourStop !== before && isSeen;
    if (drawn || performance.now() - began > LONGEST_MS) {
      mine.remove();
      cover = null;
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

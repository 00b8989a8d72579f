// What is opened may stand out of sight: far below on a phone, where everything is one column, or above, where a button
// at the end of a page opens another view. Then the page scrolls to it, once.

const PHONE = 640; // CSS pixels, of the window
const SPACE_ABOVE = 8; // pixels above it

/** On a phone, scrolls the page so that an element stands at its top. @param {Element} element */
export function bringToTop(element) {
  if (window.innerWidth <= PHONE) scrollToTop(element);
}

/**
 * Scrolls the page so that a view's beginning stands at its top, unless the line that says what it shows is in sight.
 * @param {Element | null | undefined} beginning @param {Element | null} [line]
 */
export function bringViewIntoSight(beginning, line) {
  if (!beginning) return;
  const { top, bottom } = (line ?? beginning).getBoundingClientRect();
  if (top < topEdge() || bottom > window.innerHeight) scrollToTop(beginning);
}

/** @param {Element} element */
export function scrollToTop(element) {
  const page = document.querySelector(".stMain");
  if (page) page.scrollTop += element.getBoundingClientRect().top - topEdge() - SPACE_ABOVE;
}

/** Where the page begins, below the bar at the top of the window. */
export function topEdge() {
  return Math.max(document.querySelector(".stAppHeader")?.getBoundingClientRect().bottom ?? 0, 0);
}

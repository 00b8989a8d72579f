// What a link opens may stand far below on a phone, where everything is one column: the page scrolls to it, once.

const PHONE = 640; // CSS pixels, of the window
const SPACE_ABOVE = 8; // pixels above it

/** On a phone, scrolls the page so that an element stands at its top. */
export function bringToTop(element) {
  const page = document.querySelector(".stMain");
  if (!page || window.innerWidth > PHONE) return;
  const header = document.querySelector(".stAppHeader")?.getBoundingClientRect().bottom ?? 0;
  page.scrollTop += element.getBoundingClientRect().top - Math.max(header, 0) - SPACE_ABOVE;
}

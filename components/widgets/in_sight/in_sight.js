// Brings an element of a row that scrolls into sight. Only the row moves: `scrollIntoView` would move the page.

const FADE = 48; // pixels: what is nearer to an edge of a row than that fades, and reads as cut off

/** @param {HTMLElement} row @param {Element | null} element */
export function bringIntoSight(row, element) {
  if (!element) return;
  const [outer, inner] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  row.scrollLeft += distance(inner.left - outer.left - row.clientLeft, inner.width, row.clientWidth, row.scrollWidth);
  row.scrollTop += distance(inner.top - outer.top - row.clientTop, inner.height, row.clientHeight, row.scrollHeight);
}

/**
 * How far to scroll so that the element is in the middle; 0 if it is in sight already, or everything is.
 * @param {number} start @param {number} size @param {number} room @param {number} whole
 */
function distance(start, size, room, whole) {
  const isSeen = whole <= room || (start >= FADE && start + size <= room - FADE);
  return isSeen ? 0 : start - (room - size) / 2;
}

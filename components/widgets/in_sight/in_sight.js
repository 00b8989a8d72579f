// Brings an element of a row that scrolls sideways into sight. Only the row moves: `scrollIntoView` would move the page.

const FADE = 48; // pixels: what is nearer to the edge of a row than that fades, and reads as cut off

export function bringIntoSight(row, element) {
  if (!element || row.scrollWidth <= row.clientWidth) return;
  const [outer, inner] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  const start = inner.left - outer.left - row.clientLeft;
  const isSeen = start >= 0 && start + inner.width <= row.clientWidth - FADE;
  if (!isSeen) row.scrollLeft += start - (row.clientWidth - inner.width) / 2;
}

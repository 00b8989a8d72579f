// Marks a row that scrolls with the sides on which there is more of it than is seen, so that a style can fade them.

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) markEdges(target);
});

/** @param {HTMLElement} row */
export function watchEdges(row) {
  resized.observe(row);
  row.onscroll = () => markEdges(row);
  markEdges(row);
}

/** @param {Element} row */
function markEdges(row) {
  row.toggleAttribute("data-more-before", row.scrollLeft > 1);
  row.toggleAttribute("data-more-after", row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
}

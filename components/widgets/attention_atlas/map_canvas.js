// The chosen panel, large: as a grid of queries and keys with their tokens on both sides, or as lines between them.

const MOST_LINES = 2500; // more are a grey cloth, and slow
const FAINTEST_LINE = 0.01;
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [14, 5], [4, 7]];

/** Where everything on the canvas lies, for a space of so many device pixels. The same for grid and lines. */
function mapLayout(trace, theme, context, width, height) {
  const { letters } = theme;
  const title = 1.5 * letters;
  const names = longestWidth(context, theme, trace.tokens, Math.min(9 * letters, 0.26 * width));
  const upright = Math.min(names, 7 * letters);
  const left = Math.round(title + names + 0.8 * letters);
  const top = Math.round(title + upright + 0.7 * letters);
  const edge = Math.ceil(0.65 * letters);
  const size = Math.max(40, Math.floor(Math.min(width - left - edge, height - top - edge)));
  return { left, top, size, names, upright, edge, width: left + size + edge, height: top + size + edge };
}

/** The picture of the grid. */
function paintMap(matrix, layout, theme, { threshold, parted }) {
  const { size } = layout;
  const levels = levelsOf(matrix, threshold);
  const base = picture(size, size, (pixels, stride) =>
    paintSquare(pixels, stride, 0, 0, size, levels, matrix.size, theme.table),
  );
  const context = base.getContext("2d");
  const cell = size / matrix.size;
  if (cell >= 9 * devicePixelRatio) {
    context.fillStyle = theme.paper;
    for (let i = 1; i < matrix.size; i += 1) {
      const at = Math.ceil((i * size) / matrix.size) - 1;
      context.fillRect(at, 0, 1, size);
      context.fillRect(0, at, size, 1);
    }
  }
  context.strokeStyle = theme.text;
  context.lineWidth = devicePixelRatio;
  context.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const i of parted) {
    const at = Math.ceil(i * cell) - 0.5;
    context.beginPath();
    context.moveTo(at, 0);
    context.lineTo(at, size);
    context.moveTo(0, at);
    context.lineTo(size, at);
    context.stroke();
  }
  return base;
}

/** One frame of the grid. `active` and `locked` are `{ query, key }`, places among what is shown, or null. */
function drawMap(context, trace, layout, theme, { base, shown, active, locked }) {
  const { left, top, size } = layout;
  const { letters } = theme;
  const cell = size / shown.length;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.drawImage(base, left, top);
  const span = (i) => [Math.ceil((i * size) / shown.length), Math.max(1, Math.round(cell))];
  const cells = locked === active ? [active] : [locked, active];
  cells.forEach((each, i) => {
    const thick = (i === cells.length - 1 ? 1.5 : 1) * devicePixelRatio;
    if (each === null) return;
    if (each.query !== null) {
      const [at, wide] = span(each.query);
      drawFrame(context, theme, left, top + at, size, wide, thick);
    }
    if (each.key !== null) {
      const [at, wide] = span(each.key);
      drawFrame(context, theme, left + at, top, wide, size, thick);
    }
  });
  const marks = (axis) => [active, locked].map((each) => each?.[axis] ?? null).filter((i) => i !== null);
  const queries = marks("query");
  const keys = marks("key");
  for (const i of labelled(shown.length, cell, LABEL_HEIGHT * letters, queries).reverse()) {
    const y = top + (i + 0.5) * cell;
    const options = { marked: queries.includes(i), width: layout.names };
    drawLabel(context, theme, trace.tokens[shown[i]], left - 0.5 * letters, y, options);
  }
  for (const i of labelled(shown.length, cell, LABEL_HEIGHT * letters, keys).reverse()) {
    const x = left + (i + 0.5) * cell;
    const options = { marked: keys.includes(i), width: layout.upright, align: "left", turned: true };
    drawLabel(context, theme, trace.tokens[shown[i]], x, top - 0.5 * letters, options);
  }
  drawLabel(context, theme, "is looked at →", left, 0.75 * letters, { align: "left", width: size });
  drawLabel(context, theme, "← looks", 0.75 * letters, top, { align: "right", turned: true });
}

/** The cell at a point of the grid; on a label, the row or the column alone. */
function mapAt(layout, count, x, y) {
  const place = (at) => Math.floor((at * count) / layout.size);
  const query = place(y - layout.top);
  const key = place(x - layout.left);
  const inside = (i) => i >= 0 && i < count;
  if (inside(query) && inside(key)) return { query, key };
  if (inside(query) && x < layout.left) return { query, key: null };
  if (inside(key) && y < layout.top) return { query: null, key };
  return null;
}

function linesPlot(layout, theme, count) {
  const top = 2.2 * theme.letters;
  const left = layout.names + 0.9 * theme.letters;
  const right = layout.width - left;
  const pitch = Math.min((layout.height - top - layout.edge) / count, 2.6 * theme.letters);
  return { top, left, right, pitch, at: (i) => top + (i + 0.5) * pitch };
}

/**
 * The weight under which no line is drawn, so that at most `MOST_LINES` are. A token's own lines have the visitor's
 * threshold alone.
 */
function faintest(matrices, threshold) {
  const counts = new Int32Array(256);
  for (const { weights } of matrices) for (const weight of weights) counts[Math.floor(255 * Math.sqrt(Math.min(1, weight)))] += 1;
  let level = 255;
  for (let drawn = counts[255]; level > 0 && drawn + counts[level - 1] <= MOST_LINES; level -= 1) drawn += counts[level - 1];
  return Math.max(threshold, FAINTEST_LINE, level === 0 ? 0 : DECODED[level]);
}

/** One frame of the lines. `drawn` has `{ matrix, slot }` for every panel shown. */
function drawLines(context, trace, layout, theme, { drawn, shown, active, locked, threshold, least }) {
  const plot = linesPlot(layout, theme, shown.length);
  const chosen = active ?? locked;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  drawn.forEach(({ matrix, slot }, i) => {
    const shift = (i - (drawn.length - 1) / 2) * Math.min(2.4 * devicePixelRatio, plot.pitch / (drawn.length + 1));
    context.setLineDash(DASHES[slot].map((dash) => dash * devicePixelRatio));
    context.strokeStyle = theme.hues[slot % theme.hues.length];
    const floor = chosen === null ? least : Math.max(threshold, 0.5 / 255);
    for (const [query, key] of endsOf(chosen, shown.length)) {
      const weight = matrix.weights[query * matrix.size + key];
      if (weight < floor) continue;
      context.globalAlpha = Math.min(1, 0.12 + 0.88 * Math.sqrt(weight));
      context.lineWidth = (0.8 + 3.6 * weight) * devicePixelRatio;
      context.beginPath();
      context.moveTo(plot.left, plot.at(query) + shift);
      context.lineTo(plot.right, plot.at(key) + shift);
      context.stroke();
    }
  });
  context.globalAlpha = 1;
  context.setLineDash([]);
  drawEnds(context, trace, layout, theme, plot, shown, active, locked);
}

/** Pairs of query and key that a line may join: all, or those of the chosen row, column or cell. */
function* endsOf(chosen, count) {
  const [query, key] = [chosen?.query ?? null, chosen?.key ?? null];
  // A locked cell keeps its whole row: one line alone says little.
  for (let i = query ?? 0; i < (query === null ? count : query + 1); i += 1) {
    const only = query === null && key !== null;
    for (let j = only ? key : 0; j < (only ? key + 1 : count); j += 1) yield [i, j];
  }
}

function drawEnds(context, trace, layout, theme, plot, shown, active, locked) {
  const sides = [
    { axis: "query", x: plot.left - 0.4 * theme.letters, align: "right", title: "looks" },
    { axis: "key", x: plot.right + 0.4 * theme.letters, align: "left", title: "is looked at" },
  ];
  for (const { axis, x, align, title } of sides) {
    const marks = [active, locked].map((each) => each?.[axis] ?? null).filter((i) => i !== null);
    for (const i of labelled(shown.length, plot.pitch, LABEL_HEIGHT * theme.letters, marks).reverse()) {
      const options = { marked: marks.includes(i), align, width: layout.names };
      drawLabel(context, theme, trace.tokens[shown[i]], x, plot.at(i), options);
    }
    const inward = axis === "query" ? "left" : "right";
    const from = axis === "query" ? 0.2 * theme.letters : layout.width - 0.2 * theme.letters;
    drawLabel(context, theme, axis === "query" ? `${title} →` : `→ ${title}`, from, 0.8 * theme.letters, { align: inward });
  }
}

/** The token at a point of the lines. */
function linesAt(layout, theme, count, x, y) {
  const plot = linesPlot(layout, theme, count);
  const i = Math.floor((y - plot.top) / plot.pitch);
  if (i < 0 || i >= count) return null;
  const reach = Math.max(plot.left, 0.3 * layout.width);
  if (x <= reach) return { query: i, key: null };
  return x >= layout.width - reach ? { query: null, key: i } : null;
}

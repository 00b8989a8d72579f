// The canvas of all panels: rows down, columns across, names on both sides.

/** Where everything on the canvas lies, for a space of so many device pixels. */
function atlasLayout(trace, theme, context, width, height) {
  const rows = trace.rows.length;
  const columns = trace.columns.length;
  const { letters } = theme;
  const titled = trace.axes.map((title) => (title === "" ? 0 : 1.5 * letters));
  const names = longestWidth(context, theme, trace.rows, 11 * letters);
  const left = Math.round(titled[0] + names + 0.9 * letters);
  const top = Math.round(titled[1] + 1.6 * letters);
  const edge = Math.ceil(0.4 * letters); // room for the frame of the last panel, and half a name
  const most = Math.min((width - left - edge) / columns, (height - top - edge) / rows);
  const cell = Math.max(4, Math.floor(most));
  const gap = cell < 12 ? 1 : Math.max(2, Math.round(0.06 * cell));
  return {
    left,
    top,
    cell,
    inner: cell - gap,
    names,
    width: left + columns * cell + edge,
    height: top + rows * cell + edge,
  };
}

/** The picture of all panels. */
function paintAtlas(trace, layout, theme, { shown, renormalise, threshold }) {
  const columns = trace.columns.length;
  const table = threshold > 0 ? tableAbove(theme.table, threshold) : theme.table;
  return picture(columns * layout.cell, trace.rows.length * layout.cell, (pixels, stride) => {
    for (let panel = 0; panel < columns * trace.rows.length; panel += 1) {
      const [levels, count] = panelLevels(trace, panel, shown, renormalise);
      const left = (panel % columns) * layout.cell;
      const top = Math.floor(panel / columns) * layout.cell;
      paintSquare(pixels, stride, left, top, layout.inner, levels, count, table);
    }
  });
}

/** One frame. */
function drawAtlas(context, trace, layout, theme, { base, panel, preview, off }) {
  const columns = trace.columns.length;
  const unit = devicePixelRatio;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.drawImage(base, layout.left, layout.top);
  for (const each of off) crossOut(context, theme, ...cornerOf(layout, columns, each), layout.inner);
  if (preview !== null && preview !== panel) {
    drawFrame(context, theme, ...cornerOf(layout, columns, preview), layout.inner, layout.inner, 1 * unit);
  }
  drawFrame(context, theme, ...cornerOf(layout, columns, panel), layout.inner, layout.inner, 2.5 * unit);
  const looked = preview ?? panel;
  drawNames(context, trace, layout, theme, Math.floor(looked / columns), looked % columns);
}

function cornerOf(layout, columns, panel) {
  return [layout.left + (panel % columns) * layout.cell, layout.top + Math.floor(panel / columns) * layout.cell];
}

function crossOut(context, theme, left, top, size) {
  context.save();
  context.globalAlpha = 0.72;
  context.fillStyle = theme.paper;
  context.fillRect(left, top, size, size);
  context.globalAlpha = 1;
  context.strokeStyle = theme.text;
  context.lineWidth = Math.max(1.5 * devicePixelRatio, 0.06 * size);
  context.beginPath();
  const near = 0.14 * size;
  const far = size - near;
  for (const [from, to] of [[near, far], [far, near]]) {
    context.moveTo(left + from, top + near);
    context.lineTo(left + to, top + far);
  }
  context.stroke();
  context.restore();
}

function drawNames(context, trace, layout, theme, row, column) {
  const { letters } = theme;
  const middle = layout.inner / 2;
  for (const i of labelled(trace.rows.length, layout.cell, LABEL_HEIGHT * letters, [row])) {
    const y = layout.top + i * layout.cell + middle;
    const x = layout.left - 0.55 * letters;
    drawLabel(context, theme, trace.rows[i], x, y, { marked: i === row, width: layout.names });
  }
  const widest = longestWidth(context, theme, trace.columns, 20 * letters);
  // A name wider than its column stands above it only where there is no neighbour; the caption names it in any case.
  if (widest <= layout.cell * 3 || trace.columns.length > 1) {
    const pitch = widest + 0.7 * letters;
    for (const j of labelled(trace.columns.length, layout.cell, Math.min(pitch, 3 * layout.cell), [column])) {
      const x = layout.left + j * layout.cell + middle;
      const options = { marked: j === column, align: "center", width: 3 * layout.cell };
      drawLabel(context, theme, trace.columns[j], x, layout.top - 0.95 * letters, options);
    }
  }
  const [down, across] = trace.axes;
  context.font = fontOf(theme, 400);
  if (across) drawLabel(context, theme, `${across} →`, layout.left, 0.75 * letters, { align: "left" });
  if (down) {
    const y = layout.top + layout.inner * 0.1;
    drawLabel(context, theme, `← ${down}`, 0.75 * letters, y, { align: "right", turned: true });
  }
}

/** The panel at a point of the canvas, or the row whose name is there. */
function atlasAt(trace, layout, x, y) {
  const row = Math.floor((y - layout.top) / layout.cell);
  const column = Math.floor((x - layout.left) / layout.cell);
  if (row < 0 || row >= trace.rows.length || column >= trace.columns.length) return {};
  return column < 0 ? { row } : { panel: row * trace.columns.length + column };
}

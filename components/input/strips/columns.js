// The columns: characters, piece, id, and a patch of colours for every vector. A patch holds every number of its vector,
// written row after row like the words of a page; nothing is averaged.
//
// Pieces are what a visitor typed: they reach the page through textContent, never as markup.

const WIDER = 1.5; // a patch has so many more columns than rows

/** Strips and pieces out of the bytes. */
function stripsOf(bytes) {
  const [settings, middle] = jsonAt(bytes, 0);
  const [header, start] = jsonAt(bytes, middle);
  let at = start;
  for (const strip of header.strips) {
    const length = strip.width * header.pieces.length;
    strip.levels = new Int8Array(bytes.buffer, bytes.byteOffset + at, length);
    strip.columns = Math.ceil(Math.sqrt(strip.width * WIDER));
    strip.rows = Math.ceil(strip.width / strip.columns);
    at += length;
  }
  return { settings, trace: header };
}

function makeColumns(view) {
  const { trace, el } = view;
  el.names.replaceChildren(
    ...["characters", "piece", "id"].map((name) => made("div", name, name)),
    ...trace.strips.map(({ name, sign }) => {
      const row = made("div", "strip");
      row.append(made("i", "", sign), made("span", "", capitalisedUnlessName(name)));
      return row;
    }),
  );
  el.columns.replaceChildren(
    ...trace.pieces.map((piece, number) => {
      const column = made("div", "column");
      column.id = `piece-${number}`;
      column.setAttribute("role", "option");
      column.dataset.number = number;
      if (piece.segment) column.classList.add("second");
      const text = made("div", "characters", shortened(piece.text, 12));
      const cut = made("div", "piece", shortened(piece.piece, 12));
      for (const each of [text, cut]) each.dir = "auto";
      column.append(text, cut, made("div", "id", String(piece.id)));
      for (const strip of trace.strips) {
        const canvas = made("canvas", "strip");
        canvas.width = strip.columns;
        canvas.height = strip.rows;
        column.append(canvas);
      }
      return column;
    }),
  );
  const hidden = trace.count - trace.pieces.length;
  set(el.rest, hidden > 0 ? `The first ${trace.pieces.length} of ${trace.count} pieces are drawn; the file has all.` : "");
}

function capitalisedUnlessName(name) {
  return name === "LayerNorm" ? name : name.toLowerCase();
}

/** Colours every patch. */
function paintColumns({ trace, el, theme }) {
  const table = divergingTable(theme);
  [...el.columns.children].forEach((column, number) => {
    column.querySelectorAll("canvas").forEach((canvas, row) => {
      const { levels, width, columns, rows } = trace.strips[row];
      const context = canvas.getContext("2d");
      const image = context.createImageData(columns, rows);
      const pixels = new Uint32Array(image.data.buffer);
      for (let i = 0; i < width; i += 1) pixels[i] = table[128 + levels[number * width + i]];
      context.putImageData(image, 0, 0);
    });
  });
}

function made(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

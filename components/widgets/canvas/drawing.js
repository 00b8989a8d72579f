// Colours, pixels and letters. Sizes are in device pixels throughout, so that a cell is never smeared over two of them.

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context */
/** @typedef {ReturnType<typeof themeOf>} Theme */
/** @typedef {{ left: number, top: number, width: number, height: number }} Area */
/**
 * @typedef {{ marked?: boolean, width?: number, align?: "left" | "right" | "center", turned?: boolean }} LabelOptions
 */

export const LABEL_HEIGHT = 1.12; // of the letters: closer ones would touch

/** The theme, as a canvas needs it. @param {HTMLElement} root */
export function themeOf(root) {
  const style = getComputedStyle(root);
  const named = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const sequential = named("--st-chart-sequential-colors").split(",").map(channels);
  /** @type {ReturnType<typeof colourTable> | undefined} */
  let table;
  return {
    text: named("--st-text-color"),
    paper: named("--st-background-color"),
    accent: named("--st-primary-color"),
    hues: named("--st-chart-categorical-colors")
      .split(",")
      .map((hue) => hue.trim()),
    family: style.fontFamily,
    letters: 0.94 * parseFloat(style.fontSize) * devicePixelRatio,
    sequential,
    /** Made where it is needed: not every picture has a palette. */
    get table() {
      table ??= colourTable(sequential);
      return table;
    },
  };
}

/**
 * What draws onto a canvas.
 * @param {HTMLCanvasElement | OffscreenCanvas} canvas @param {object} [settings] @returns {Context}
 */
export function contextOf(canvas, settings) {
  const context = /** @type {Context | null} */ (canvas.getContext("2d", settings));
  if (!context) throw new Error("this browser draws on no canvas");
  return context;
}

/** Red, green and blue of any colour that CSS knows. @param {string} colour */
export function channels(colour) {
  const [, long] = /^#([0-9a-f]{6})$/i.exec(colour.trim()) ?? [];
  if (long) return [0, 2, 4].map((start) => parseInt(long.slice(start, start + 2), 16));
  const pixel = contextOf(new OffscreenCanvas(1, 1));
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  return [...pixel.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

/** The colour of each byte, as a pixel of an ImageData. @param {number[][]} sequential */
export function colourTable(sequential) {
  return Uint32Array.from({ length: 256 }, (_, level) => {
    const place = (level / 255) * (sequential.length - 1);
    const low = Math.min(Math.floor(place), sequential.length - 2);
    const [red, green, blue] = [0, 1, 2].map((i) =>
      Math.round(sequential[low][i] + (place - low) * (sequential[low + 1][i] - sequential[low][i])),
    );
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
}

/**
 * The bytes to colour weights by: even steps of the square root, so that small ones are seen too.
 * @param {Float32Array} weights
 */
export function levelsOf(weights) {
  const levels = new Uint8ClampedArray(weights.length); // rounds, and stops at 255
  for (let i = 0; i < weights.length; i += 1) levels[i] = 255 * Math.sqrt(weights[i]);
  return levels;
}

/**
 * Paints a square of bytes. Where cells are smaller than pixels, a pixel shows the largest of its cells: pixel p of S
 * covers cells floor(p * n / S) up to, not including, floor((p + 1) * n / S), and one at least.
 * @param {Uint32Array} pixels @param {number} stride @param {number} left @param {number} top @param {number} size
 * @param {Uint8Array | Uint8ClampedArray} levels @param {number} count @param {Uint32Array} table
 */
export function paintSquare(pixels, stride, left, top, size, levels, count, table) {
  const from = new Int32Array(size + 1);
  for (let p = 0; p <= size; p += 1) from[p] = Math.floor((p * count) / size);
  const row = new Uint8Array(count);
  let painted = -1;
  for (let y = 0; y < size; y += 1) {
    const start = (top + y) * stride + left;
    if (from[y] === painted && count <= size) {
      pixels.copyWithin(start, start - stride, start - stride + size);
      continue;
    }
    painted = from[y];
    row.set(levels.subarray(from[y] * count, (from[y] + 1) * count));
    for (let i = from[y] + 1; i < from[y + 1]; i += 1) {
      for (let j = 0; j < count; j += 1) if (levels[i * count + j] > row[j]) row[j] = levels[i * count + j];
    }
    for (let x = 0; x < size; x += 1) {
      let level = row[from[x]];
      for (let j = from[x] + 1; j < from[x + 1]; j += 1) if (row[j] > level) level = row[j];
      pixels[start + x] = table[level];
    }
  }
}

/**
 * A picture to be copied onto a canvas.
 * @param {number} width @param {number} height @param {(pixels: Uint32Array, stride: number) => void} paint
 */
export function picture(width, height, paint) {
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  const image = context.createImageData(width, height);
  paint(new Uint32Array(image.data.buffer), width);
  context.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Sizes a canvas in device pixels; it then shows them one to one.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height
 */
export function resize(canvas, width, height) {
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  canvas.style.width = `${canvas.width / devicePixelRatio}px`;
  canvas.style.height = `${canvas.height / devicePixelRatio}px`;
}

/** @param {Theme} theme @param {number} [weight] @param {number} [scale] */
export function fontOf(theme, weight = 400, scale = 1) {
  return `${weight} ${scale * theme.letters}px ${theme.family}`;
}

/** A text cut to a width, with an ellipsis. @param {Context} context @param {string} text @param {number} width */
function elided(context, text, width) {
  const letters = [...text.slice(0, 200)];
  if (letters.length === text.length && context.measureText(text).width <= width) return text;
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(`${letters.slice(0, middle).join("")}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low === letters.length && letters.join("") === text ? text : `${letters.slice(0, low).join("")}…`;
}

/**
 * Which of `count` labels there is room for: as many as fit, evenly, and in any case the marked ones, which come first
 * the more they matter; what would overlap one of them is left out.
 * @param {number} count @param {number} pitch @param {number} height @param {number[]} marked
 */
export function labelled(count, pitch, height, marked) {
  /** @type {number[]} */
  const chosen = [];
  const fits = (/** @type {number} */ i) =>
    chosen.every((other) => i !== other && Math.abs(i - other) * pitch >= height);
  for (const i of marked) if (fits(i)) chosen.push(i);
  const step = Math.max(1, Math.ceil(height / pitch - 1e-6));
  const even = [];
  const strict = step === 1 ? (/** @type {number} */ i) => !chosen.includes(i) : fits;
  for (let i = 0; i < count; i += step) if (strict(i)) even.push(i);
  return [...chosen, ...even];
}

/**
 * A label on its own paper when it is marked, so that it stands out and hides what lies under it.
 * @param {Context} context @param {Theme} theme @param {string} text @param {number} x @param {number} y
 * @param {LabelOptions} [labelOptions]
 */
export function drawLabel(
  context,
  theme,
  text,
  x,
  y,
  { marked = false, width = Infinity, align = "right", turned = false } = {},
) {
  context.save();
  context.translate(x, y);
  if (turned) context.rotate(-Math.PI / 2);
  context.font = fontOf(theme, marked ? 700 : 400);
  context.textAlign = align;
  context.textBaseline = "middle";
  const short = elided(context, text, width);
  if (marked) {
    const wide = Math.max(context.measureText(short).width, 0.5 * theme.letters);
    const pad = 0.25 * theme.letters;
    const start = { right: -wide, left: 0, center: -wide / 2 }[align];
    context.fillStyle = theme.accent;
    context.fillRect(start - pad, -0.62 * theme.letters, wide + 2 * pad, 1.24 * theme.letters);
  }
  context.fillStyle = marked ? theme.paper : theme.text;
  context.fillText(short, 0, 0.04 * theme.letters);
  context.restore();
}

/**
 * An outline that can be seen on any colour: a dark and a light line.
 * @param {Context} context @param {Theme} theme @param {number} left @param {number} top @param {number} width
 * @param {number} height @param {number} thick
 */
export function drawOutline(context, theme, left, top, width, height, thick) {
  context.lineWidth = 2 * thick;
  context.strokeStyle = theme.paper;
  context.strokeRect(left - thick / 2, top - thick / 2, width + thick, height + thick);
  context.lineWidth = thick;
  context.strokeStyle = theme.text;
  context.strokeRect(left - thick / 2, top - thick / 2, width + thick, height + thick);
}

/** @param {Context} context @param {Theme} theme @param {string[]} texts @param {number} limit */
export function longestWidth(context, theme, texts, limit) {
  context.font = fontOf(theme, 700); // as wide as a label can become
  let longest = 0;
  for (const text of texts) {
    longest = Math.max(longest, context.measureText(text.slice(0, 40)).width);
    if (longest >= limit) return limit;
  }
  return longest;
}

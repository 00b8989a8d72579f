// The machine as a line drawing, bottom to top: tokens and positions, the layers with their streams and what attention
// takes from other tokens, the heads and the answer's bars, the way back while it is trained, and smaller models beside
// it. Each shape belongs to a part that a room is about. It shows no computed numbers.

// What rooms are about, around the drawing from the top.
export const LEFT = ["answer", "pairs", "label", "heads", "stream", "swap", "positions", "tokens", "input"];
export const RIGHT = ["loss", "vectors", "layers", "arcs", "after", "half", "both", "sizes"];

/**
 * How large the drawing is, in pixels: the machine itself is `inner`, a smaller one beside or below it `small`.
 *
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 * @typedef {{ inner: Box, small: Box, columns: number, layers: number, weight: number }} Plan
 */

/** Where the parts stand, as shares of the machine's height from its top. */
const LEVEL = { loss: 0.02, answer: 0.08, heads: 0.2, vectors: 0.27, layers: 0.32, positions: 0.89, tokens: 0.97 };
const LAYERS_END = 0.84;

/**
 * The shapes of the drawing by their parts, the names of the largest, and where a line from a room's name meets a part.
 *
 * @param {Plan} plan
 * @returns {{ shapes: { part: string, node: SVGElement }[], names: SVGElement[], anchors: Record<string, [number,
 *   number]> }}
 */
export function machinePicture({ inner, small, columns, layers, weight }) {
  /** @type {{ part: string, node: SVGElement }[]} */
  const shapes = [];
  const add = (
    /** @type {string} */ part,
    /** @type {string} */ tag,
    /** @type {Record<string, string | number>} */ attributes,
    /** @type {string} */ kind,
  ) => {
    shapes.push({ part, node: shape(tag, { ...attributes, class: kind, "stroke-width": weight }) });
  };
  const step = inner.width / columns;
  const xOf = (/** @type {number} */ column) => inner.left + (column + 0.5) * step;
  const yOf = (/** @type {number} */ share) => inner.top + share * inner.height;
  const middle = Math.floor(columns / 2);
  const high = ((LAYERS_END - LEVEL.layers) * inner.height) / layers;
  const right = inner.left + inner.width;
  const floors = Array.from({ length: layers }, (_, layer) => yOf(LAYERS_END) - layer * high); // their lower edges
  for (const y of floors) {
    const box = { x: inner.left, y: y - 0.85 * high, width: inner.width, height: 0.85 * high, rx: weight };
    add("layers", "rect", box, "area");
  }
  for (let column = 0; column < columns; column += 1) {
    const [x, isMiddle] = [xOf(column), column === middle];
    add("stream", "path", { d: `M${x} ${yOf(LEVEL.tokens)}V${yOf(LEVEL.vectors)}` }, isMiddle ? "thread" : "faint");
    add("tokens", "circle", { cx: x, cy: yOf(LEVEL.tokens), r: 1.8 * weight }, "dot");
    add("vectors", "circle", { cx: x, cy: yOf(LEVEL.vectors), r: 1.8 * weight }, "dot");
    if (isMiddle) continue;
    for (const y of floors) {
      const d = `M${x} ${y}C${x} ${y - 0.6 * high} ${xOf(middle)} ${y} ${xOf(middle)} ${y - 0.6 * high}`;
      add(column < middle ? "before" : "after", "path", { d }, "arc");
    }
  }
  for (const y of floors) add("stream", "circle", { cx: xOf(middle), cy: y - 0.85 * high, r: 1.6 * weight }, "bead");
  const wave = Array.from({ length: 8 * columns + 1 }, (_, i) => {
    const height = 0.018 * inner.height * Math.sin((i / 8) * Math.PI);
    return `${inner.left + (i / 8) * step},${yOf(LEVEL.positions) - height}`;
  });
  add("positions", "polyline", { points: wave.join(" ") }, "line");
  const tall = Math.max(0.035 * inner.height, 2 * weight);
  for (let column = 0; column < columns; column += 1) {
    const box = { x: xOf(column) - 0.3 * step, y: yOf(LEVEL.heads), width: 0.6 * step, height: tall };
    if (column !== middle) add(column === 0 ? "label" : "heads", "rect", { ...box, rx: weight }, "area");
  }
  const bar = 0.024 * inner.height;
  [1, 0.55, 0.3].forEach((share, place) => {
    const box = { x: xOf(middle) - 0.4 * step, y: yOf(LEVEL.answer) + 1.4 * place * bar, height: bar };
    add("answer", "rect", { ...box, width: share * (right - xOf(middle)), rx: weight / 2 }, "bar");
  });
  const [top, out] = [yOf(LEVEL.loss), right + 1.2 * step];
  const back = `M${xOf(middle)} ${yOf(LEVEL.answer) - weight}V${top}H${out}V${yOf(LAYERS_END)}H${right + 2 * weight}`;
  const tip = `m${3 * weight} ${-3 * weight} ${-3 * weight} ${3 * weight} ${3 * weight} ${3 * weight}`;
  add("loss", "path", { d: back + tip }, "line");
  const swap = yOf(LAYERS_END) - (layers / 2) * high;
  const from = inner.left - 1.2 * step;
  add(
    "swap",
    "path",
    {
      d: `M${from} ${swap}H${xOf(middle) - 2 * weight}m${-3 * weight} ${-3 * weight} ${3 * weight} ${3 * weight} ${-3 * weight} ${3 * weight}`,
    },
    "line",
  );
  const half = Math.ceil(layers / 2);
  for (let layer = 0; layer < half; layer += 1) {
    const each = small.height / half;
    const box = { x: small.left, y: small.top + small.height - (layer + 1) * each, height: 0.85 * each, rx: weight };
    add("half", "rect", { ...box, width: small.width }, "area");
  }
  const texts = [
    { text: "training", x: out, y: top + 5 * weight, anchor: "end", shift: [-2 * weight, 3 * weight] },
    { text: "answer", x: right, y: yOf(LEVEL.answer) + 2.4 * bar, anchor: "end", shift: [0, 0] },
    {
      text: "layers",
      x: inner.left,
      y: floors[floors.length - 1] - 0.85 * high,
      anchor: "start",
      shift: [0, -2 * weight],
    },
    { text: "tokens", x: right, y: yOf(LEVEL.tokens), anchor: "start", shift: [2 * weight, 2 * weight] },
    { text: "half the layers", x: small.left + small.width, y: small.top, anchor: "end", shift: [0, -4 * weight] },
  ];
  /** @type {[number, number]} */
  const lens = [xOf(middle), yOf(LAYERS_END) - (layers - 1) * high - 0.85 * high];
  return {
    shapes,
    names: texts.map(({ text, x, y, anchor, shift }) => {
      const node = shape("text", { x: x + shift[0], y: y + shift[1], "text-anchor": anchor, class: "name" });
      node.textContent = text;
      return node;
    }),
    anchors: {
      answer: [xOf(middle) - 0.4 * step, yOf(LEVEL.answer) + 0.5 * bar],
      pairs: [xOf(middle) - 0.4 * step, yOf(LEVEL.answer) + 1.9 * bar],
      heads: [xOf(1), yOf(LEVEL.heads) + tall],
      label: [xOf(0), yOf(LEVEL.heads)],
      loss: [out, top],
      vectors: [xOf(columns - 1), yOf(LEVEL.vectors)],
      stream: lens,
      swap: [from, swap],
      layers: [right, yOf(LAYERS_END) - (layers - 0.6) * high],
      arcs: [xOf(columns - 2), yOf(LAYERS_END) - 1.2 * high],
      after: [xOf(columns - 1), yOf(LAYERS_END)],
      positions: [inner.left, yOf(LEVEL.positions)],
      tokens: [xOf(0), yOf(LEVEL.tokens)],
      input: [xOf(1), yOf(LEVEL.tokens)],
      half: [small.left + small.width, small.top + small.height / half / 2],
      both: [small.left + small.width, small.top + 0.5 * small.height],
      sizes: [small.left + small.width, small.top + 0.9 * small.height],
    },
  };
}

/** The parts that are drawn in colour for what a room is about. @type {Record<string, string[]>} */
export const SHOWN = {
  pairs: ["answer"],
  arcs: ["before", "after"],
  input: ["tokens"],
  both: ["half", "layers"],
  sizes: ["half", "layers"],
  heads: ["label"],
  label: ["loss"],
};

/** @param {string} tag @param {Record<string, string | number>} attributes */
export function shape(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

// The path through the rooms, step by step: each room with a small drawing of the visitor's own sentence, in the
// theme's colours. It begins at the first room.
//
// Words are what a visitor typed: they reach the page through textContent, never as markup.

const WIDE = 240;
const HIGH = 78;
const MAX_WORDS = 7;

export default function ({ data, parentElement, setTriggerValue }) {
  const words = data.words.slice(0, MAX_WORDS);
  const card = ({ key, title, question, about, href }, isFirst) => {
    const link = element("a");
    link.href = href;
    if (isFirst) {
      link.className = "start";
      link.append(element("span", "Start here", "badge"));
    }
    link.append(picture(DRAWINGS[key] ?? DRAWINGS.fill, words), element("b", title), element("small", question));
    if (isFirst) link.append(element("span", about, "about"));
    else link.title = about;
    link.onclick = (event) => {
      if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return; // a tab of its own
      event.preventDefault();
      setTriggerValue("room", key);
    };
    const item = element("li");
    item.append(link);
    return item;
  };
  parentElement.querySelector(".path").replaceChildren(
    ...data.steps.map(({ name, rooms }, step) => {
      const item = element("li");
      const title = element("h3");
      const list = element("ol");
      title.append(element("i", String(step + 1)), element("span", name));
      list.append(...rooms.map((room, place) => card(room, step === 0 && place === 0)));
      item.append(title, list);
      return item;
    }),
  );
}

function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function picture(draw, words) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" });
  svg.append(...draw(words).filter(Boolean));
  return svg;
}

function shape(tag, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Where each word stands: its middle, and the width that it has. */
function placed(words) {
  const step = WIDE / Math.max(1, words.length);
  return words.map((word, i) => ({ word: cut(word, Math.floor(step / 6)), x: (i + 0.5) * step, step }));
}

function cut(word, limit) {
  return word.length > limit ? `${word.slice(0, Math.max(1, limit - 1))}…` : word;
}

function label(x, y, text, more = {}) {
  return shape("text", { x, y, "text-anchor": "middle", ...more }, text);
}

const solid = { fill: "currentColor" };
const faint = { fill: "currentColor", opacity: 0.25 };
const line = { fill: "none", stroke: "currentColor", "stroke-width": 2 };

/** The word that the page is about, or the middle one. */
function chosen(words) {
  const index = words.findIndex((word) => /bank/i.test(word));
  return index < 0 ? Math.floor(words.length / 2) : index;
}

const DRAWINGS = {
  fill(words) {
    const index = chosen(words);
    return placed(words).flatMap(({ word, x, step }, i) => [
      shape("rect", {
        x: x - step / 2 + 2,
        y: 26,
        width: step - 4,
        height: 26,
        rx: 5,
        ...(i === index ? solid : faint),
      }),
      i === index ? null : label(x, 43, word),
    ]);
  },
  senses() {
    const near = (x, y) =>
      [
        [0, 0],
        [13, 6],
        [-11, 9],
        [4, -13],
        [-15, -7],
        [17, -8],
      ].map(([a, b]) => [x + a, y + b]);
    return [
      ...near(62, 40).map(([cx, cy]) => shape("circle", { cx, cy, r: 4.5, ...solid })),
      ...near(178, 36).map(([x, y]) =>
        shape("rect", { x: x - 4, y: y - 4, width: 8, height: 8, ...faint, opacity: 0.55 }),
      ),
      shape("circle", { cx: 120, cy: 38, r: 7, ...line }),
      shape("path", { d: "M128 38h26m-6-5 6 5-6 5", ...line }),
    ];
  },
  input(words) {
    const places = placed(words.slice(0, 5));
    return places.flatMap(({ word, x, step }, i) => [
      label(x, 14, word),
      ...[0, 1, 2].map((row) =>
        shape("rect", {
          x: x - step / 2 + 3,
          y: 22 + row * 18,
          width: step - 6,
          height: 14,
          rx: 3,
          ...solid,
          opacity: 0.25 + 0.15 * ((i * 2 + row * 3) % 5),
        }),
      ),
    ]);
  },
  attention(words) {
    const places = placed(words);
    const from = places[chosen(words)];
    const arcs = places.map(({ x }, i) => {
      if (!from || x === from.x) return null;
      const high = Math.min(44, Math.abs(x - from.x) / 2 + 8);
      const d = `M${from.x} 56 C${from.x} ${56 - high} ${x} ${56 - high} ${x} 56`;
      return shape("path", { d, ...line, opacity: i % 2 ? 0.9 : 0.35 });
    });
    return [...arcs, ...places.map(({ word, x }) => label(x, 71, word))];
  },
  inside() {
    const floors = [60, 42, 24].map((y, i) =>
      shape("rect", { x: 50, y, width: 140, height: 13, rx: 4, ...faint, opacity: 0.25 + 0.2 * i }),
    );
    const words = [80, 120, 160].map((cx) => shape("circle", { cx, cy: 66, r: 4, ...solid }));
    return [...floors, ...words, shape("path", { d: "M120 66V9m-6 6 6-6 6 6", ...line })];
  },
  probing() {
    const heights = [14, 26, 40, 54, 48, 36];
    const best = heights.indexOf(Math.max(...heights));
    const bars = heights.map((height, i) =>
      shape("rect", { x: 42 + 27 * i, y: 70 - height, width: 20, height, rx: 3, ...(i === best ? solid : faint) }),
    );
    return [...bars, shape("path", { d: "M34 62H206", ...line, opacity: 0.6, "stroke-dasharray": "6 5" })];
  },
  patching() {
    const row = (y, marked) =>
      [0, 1, 2, 3, 4].map((i) =>
        shape("rect", { x: 42 + 32 * i, y, width: 28, height: 18, rx: 4, ...(i === marked ? solid : faint) }),
      );
    return [...row(6, 2), ...row(54, 2), shape("path", { d: "M120 27v23m-6-6 6 6 6-6", ...line })];
  },
  masks(words) {
    const count = Math.max(3, words.length);
    const side = 70 / count;
    const cells = [];
    for (const { left, causal } of [
      { left: 36, causal: false },
      { left: 134, causal: true },
    ]) {
      for (let row = 0; row < count; row += 1) {
        for (let column = 0; column < count; column += 1) {
          const isVisible = !causal || column <= row;
          const box = { x: left + column * side, y: 4 + row * side, width: side - 1, height: side - 1 };
          cells.push(shape("rect", { ...box, ...(isVisible ? solid : faint), opacity: isVisible ? 0.75 : 0.12 }));
        }
      }
    }
    return cells;
  },
  positions(words) {
    const waves = [1, 2, 4].map((times, i) => {
      const points = Array.from(
        { length: 61 },
        (_, x) => `${x * 4},${14 + 18 * i - 7 * Math.sin((x / 60) * times * 2 * Math.PI)}`,
      );
      return shape("polyline", { points: points.join(" "), ...line, opacity: 1 - 0.3 * i });
    });
    return [...waves, ...placed(words).map(({ x }, i) => label(x, 75, String(i)))];
  },
  pretraining() {
    const falls = [16, 20, 30, 52, 60, 64].map((y, i) => `${24 + i * 38},${y}`);
    return [
      shape("polyline", { points: falls.join(" "), ...line }),
      ...falls.map((point) => shape("circle", { cx: point.split(",")[0], cy: point.split(",")[1], r: 4, ...solid })),
    ];
  },
  teaching() {
    const rises = (ys) => ys.map((y, i) => `${24 + i * 32},${y}`).join(" ");
    return [
      shape("polyline", { points: rises([60, 56, 42, 28, 20, 16, 15]), ...line }),
      shape("polyline", {
        points: rises([60, 58, 60, 56, 59, 57, 58]),
        ...line,
        opacity: 0.45,
        "stroke-dasharray": "6 5",
      }),
      shape("circle", { cx: 216, cy: 15, r: 5, ...solid }),
    ];
  },
  tasks() {
    const heads = [20, 74, 128, 182].map((x, i) =>
      shape("rect", { x, y: 8, width: 38, height: 16, rx: 3, ...(i === 1 ? solid : faint) }),
    );
    const reads = [52, 93, 134].map((x) => shape("path", { d: `M${x} 52L93 26`, ...line }));
    return [...heads, ...reads, shape("rect", { x: 20, y: 54, width: 200, height: 16, rx: 4, ...faint })];
  },
  family() {
    const sizes = [
      [200, 9],
      [120, 9],
      [64, 9],
      [28, 5],
    ];
    return sizes.flatMap(([width, height], row) =>
      [0, 1, 2, 3].map((part) =>
        shape("rect", {
          x: 20 + (part * width) / 4,
          y: 8 + row * 17,
          width: width / 4 - 2,
          height,
          ...(part ? faint : solid),
        }),
      ),
    );
  },
  suites() {
    const marks = ["M22 18l8 8 14-16", "M24 48l16 16m0-16-16 16"];
    const lines = [14, 50].map((y, i) =>
      shape("rect", { x: 62, y, width: 150, height: 14, rx: 4, ...(i ? faint : solid) }),
    );
    return [...marks.map((d) => shape("path", { d, ...line })), ...lines];
  },
  mistakes() {
    const marks = ["M20 22l8 8 14-16", "M152 14l16 16m0-16-16 16"];
    const lines = [44, 58].flatMap((y) =>
      [18, 150].map((x) => shape("rect", { x, y, width: 72, height: 6, rx: 3, ...faint })),
    );
    return [...marks.map((d) => shape("path", { d, ...line })), ...lines];
  },
  speed() {
    return [
      shape("rect", { x: 20, y: 16, width: 200, height: 16, rx: 4, ...faint }),
      shape("rect", { x: 20, y: 44, width: 120, height: 16, rx: 4, ...solid }),
    ];
  },
  distillation() {
    const stack = (x, layers, look) =>
      Array.from({ length: layers }, (_, i) =>
        shape("rect", { x, y: 62 - 10 * i, width: 56, height: 8, rx: 2, ...look }),
      );
    return [...stack(40, 6, faint), shape("path", { d: "M108 40h22m-6-5 6 5-6 5", ...line }), ...stack(144, 3, solid)];
  },
};

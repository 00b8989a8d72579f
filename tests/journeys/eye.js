// What an eye sees of a page, in any browser: plain JavaScript, without a library and without anything of a test tool.
//
// The file is the body of a function. It is called with the name of one of the functions at its end and with that
// function's arguments, and returns what that returns: numbers and text only. Widgets live in open shadow roots, so
// that every search goes down into them and every walk to the top comes out of them again.

const CLICKABLE = "button, a[href], summary, label, input, textarea, select, [role], [tabindex]";
const ROLES = {
  button: "button, summary, [role=button]",
  link: "a[href], [role=link]",
  textbox: "input:not([type]), input[type=text], textarea, [role=textbox]",
  option: "[role=option]",
  slider: "input[type=range], [role=slider]",
};
const FAINT = 0.6; // an opacity below it is not there for somebody in the last row
const FAR = 3; // pixels: a target that moves farther is missed
const LEGIBLE = 3; // contrast: what is less is lost in the last row (whether small letters have 4.5, axe asks)
const SAMPLE = 128; // pixels a side: what a canvas is looked at in
const LARGE_CANVAS = 100; // pixels a side: one that is larger is a picture, not a mark within one

const SLACK = 0.4; // of the size of letters: by so much the box of a line is larger than they are
// Cut on purpose: a concordance has its word in the middle of each line, and both ends run out.
const CUT_ON_PURPOSE = ".concordance, .concordance *, .head.slight";

const state = (window.riverbankEye ??= { target: null, aimed: null });

// The tree, as it is drawn

function roots(root = document) {
  const inner = [...root.querySelectorAll("*")].map((element) => element.shadowRoot).filter(Boolean);
  return [root, ...inner.flatMap((each) => roots(each))];
}

const all = (css) => roots().flatMap((root) => [...root.querySelectorAll(css)]);

/** What fits a selector; ``a >> b`` is a ``b`` anywhere below an ``a``, within its shadow roots too. */
function fitting(css) {
  const [last, ...above] = css.split(" >> ").reverse();
  return all(last).filter((element) => above.every((part) => ancestors(element).slice(1).some((each) => each.matches(part))));
}

const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null;

function ancestors(element) {
  const line = [];
  for (let each = element; each; each = parentOf(each)) line.push(each);
  return line;
}

const contains = (outer, inner) => ancestors(inner).includes(outer);
const opacityOf = (element) => ancestors(element).reduce((all, each) => all * Number(getComputedStyle(each).opacity), 1);
const blurred = (element) => ancestors(element).some((each) => getComputedStyle(each).filter.includes("blur"));

function hit(x, y) {
  let element = document.elementFromPoint(x, y);
  while (element?.shadowRoot) {
    const inner = element.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === element) break;
    element = inner;
  }
  return element;
}

function isDrawn(element) {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible" && opacityOf(element) > FAINT;
}

// A text for screen readers alone is cut to a pixel on purpose.
const isForEyes = (element) =>
  ancestors(element).every((each) => {
    const { clipPath, width, height } = getComputedStyle(each);
    return !clipPath.startsWith("inset(50") && !(width === "1px" && height === "1px");
  });

// Names

const squeezed = (text) => (text ?? "").replace(/\s+/g, " ").trim();

function nameOf(element) {
  const by = element.getAttribute("aria-labelledby");
  const labels = by ? by.split(/\s+/).map((id) => element.getRootNode().getElementById(id)?.textContent) : [];
  const text = element.innerText ?? element.textContent;
  const names = [element.ariaLabel, labels.join(" "), element.labels?.[0]?.textContent, text, element.placeholder];
  return squeezed(names.find((name) => squeezed(name)));
}

function called(element) {
  const name = nameOf(element).slice(0, 40);
  const key = ancestors(element).map((each) => /st-key-[\w-]+/.exec(each.className?.baseVal ?? each.className)?.[0]);
  return `${element.tagName.toLowerCase()} “${name}” in ${key.find(Boolean) ?? "the page"}`;
}

function candidates({ css, name, role }) {
  const pool = css && !name ? fitting(css) : all(ROLES[role] ?? CLICKABLE);
  const within = css && name ? pool.filter((each) => ancestors(each).some((parent) => parent.matches(css))) : pool;
  const drawn = within.filter((each) => isDrawn(each) || isProxy(each));
  if (!name) return drawn;
  const exact = drawn.filter((each) => nameOf(each) === name);
  const ones = exact.length ? exact : drawn.filter((each) => nameOf(each).includes(name));
  return ones.filter((each) => !ones.some((other) => other !== each && contains(each, other))); // the innermost
}

// What the mouse hits in place of an input that is itself out of sight on purpose: its label, or the box it stands in.
const isProxy = (element) =>
  element.matches("input[type=radio], input[type=checkbox], input[type=file]") && element.closest("label") !== null;

function bodyOf(element) {
  if (isProxy(element)) return element.closest("label");
  return element.matches("[role=combobox]") ? (element.closest("[data-baseweb=select], .stSelectbox > div") ?? element) : element;
}

// Colours

function channels(colour) {
  const [red, green, blue, alpha = 1] = (colour.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  return { rgb: [red, green, blue], alpha };
}

function luminance(rgb) {
  const linear = rgb.map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

function contrastOf(element) {
  const papers = ancestors(element).map((each) => channels(getComputedStyle(each).backgroundColor));
  const opaque = papers.findIndex(({ alpha }) => alpha === 1);
  const below = papers.slice(0, opaque < 0 ? papers.length : opaque + 1).reverse();
  const over = (under, { rgb, alpha }) => under.map((value, i) => value * (1 - alpha) + rgb[i] * alpha);
  const paper = below.reduce(over, [255, 255, 255]);
  const ink = over(paper, channels(getComputedStyle(element).color));
  const [light, dark] = [luminance(ink), luminance(paper)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

// What has the focus

function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return !element || element.matches("body, html, iframe") ? null : element;
}

function focusProblems() {
  const element = focused();
  if (!element) return [];
  const body = bodyOf(element);
  const { left, top, width, height } = body.getBoundingClientRect();
  if (width > innerWidth && height > innerHeight) return []; // a scroller that fills the screen
  const [x, y] = [left + width / 2, top + height / 2];
  const name = called(element);
  const opacity = opacityOf(body);
  if (opacity < FAINT) return [`has the focus and cannot be seen, opacity ${opacity.toFixed(2)}: ${name}`];
  if (width < 2 || height < 2) return [`has the focus and no size: ${name}`];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [`has the focus and is out of view: ${name}`];
  const above = hit(x, y);
  const reached = above && (contains(body, above) || contains(above, body));
  if (!reached) return [`has the focus and is covered by ${above ? called(above) : "nothing"}: ${name}`];
  const written = element.matches("input, textarea") ? element.value : nameOf(element);
  if (written && contrastOf(element) < LEGIBLE) return [`has the focus and contrast ${contrastOf(element).toFixed(1)}: ${name}`];
  return [];
}

// The figure

function coloursOf(canvas) {
  const small = new OffscreenCanvas(SAMPLE, SAMPLE).getContext("2d");
  small.drawImage(canvas, 0, 0, SAMPLE, SAMPLE);
  const { data } = small.getImageData(0, 0, SAMPLE, SAMPLE);
  return new Set(new Uint32Array(data.buffer)).size;
}

function figureProblems() {
  const figures = all(".st-key-figure").filter(isDrawn);
  if (!figures.length || figures.some(blurred)) return []; // none, or one that a tour keeps back
  const inside = (css) => all(css).filter((each) => isDrawn(each) && figures.some((figure) => contains(figure, each)));
  const charts = inside(".stVegaLiteChart");
  const canvases = inside("canvas").filter((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    return Math.min(width, height) >= LARGE_CANVAS && canvas.width && canvas.height;
  });
  const marks = (chart) => [...chart.querySelectorAll("svg [class*=mark-] :is(path, rect, line, text, circle)")];
  const empty = charts.filter((chart) => !marks(chart).some((mark) => mark.getBoundingClientRect().width > 0));
  const blank = canvases.filter((canvas) => coloursOf(canvas) < 2);
  const text = squeezed(figures.map((figure) => figure.innerText).join(" "));
  const elements = inside(".stBidiComponent").filter((each) => each.getBoundingClientRect().height >= LARGE_CANVAS);
  const shown = charts.length + canvases.length + elements.length + inside("canvas, svg, table, img").length;
  return [
    ...empty.map((chart) => `a chart without a mark: ${called(chart)}`),
    ...blank.map((canvas) => `a canvas of one colour: ${called(canvas)}`),
    ...(shown || text ? [] : ["the figure is empty"]),
  ];
}

// Text that is cut

function cutProblems() {
  const main = document.querySelector("[data-testid=stMain]") ?? document.body;
  const inMain = (element) => contains(main, element) && isDrawn(element) && isForEyes(element) && !blurred(element);
  const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const clips = (element) => ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
  const cut = all("div, span, p, button, a, label, h1, h2, h3, td, th, li, figcaption")
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && clips(element) && ownText(element))
    .filter((element) => inMain(element) && !element.matches(CUT_ON_PURPOSE));
  const beyond = all(".stVegaLiteChart svg")
    .filter(inMain)
    .flatMap((svg) => [...svg.querySelectorAll("text")].filter((text) => isOutside(text, svg)));
  return [...cut, ...beyond].map((element) => `a text is cut: ${called(element)}`);
}

function isOutside(text, svg) {
  const [inner, outer] = [text.getBoundingClientRect(), svg.getBoundingClientRect()];
  if (!inner.width || getComputedStyle(text).opacity === "0") return false;
  const margin = SLACK * parseFloat(getComputedStyle(text).fontSize);
  const across = inner.left < outer.left - margin || inner.right > outer.right + margin;
  return across || inner.top < outer.top - margin || inner.bottom > outer.bottom + margin;
}

// The answer and what was typed

/** Letters and digits alone, without accents, as most tokenizers leave them. */
const folded = (text) => text.normalize("NFD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function sentenceProblems() {
  const box = document.querySelector(".st-key-sentence input");
  if (!box || box === focused()) return []; // what is being typed is ahead of the link and of the answer
  const linked = new URLSearchParams(location.search).get("sentence");
  const tiles = all(".st-key-tiles .chip").filter(isDrawn);
  const strange = tiles.map((tile) => tile.innerText).filter((text) => !folded(box.value).includes(folded(text)));
  return [
    ...(linked !== null && linked !== box.value ? [`the link says “${linked}” and the page “${box.value}”`] : []),
    ...(strange.some((text) => !/\[(MASK|UNK)\]/.test(text)) ? [`${strange.join(", ")} stand in the tiles of “${box.value}”`] : []),
  ];
}

function pageProblems() {
  const scroller = document.querySelector("[data-testid=stMain]") ?? document.scrollingElement;
  const sideways = scroller.scrollWidth - scroller.clientWidth;
  const errors = all("[data-testid=stException]").filter(isDrawn);
  return [
    ...(sideways > 1 ? [`the page scrolls sideways by ${sideways} pixels`] : []),
    ...errors.map((error) => `an exception is shown: ${squeezed(error.innerText).slice(0, 200)}`),
  ];
}

// What the walks call

/** Whether a list that scrolls by itself shows only a part of an option: its middle may lie outside the list. */
function isCutInList(body, { top, bottom }) {
  const list = body.closest("[role=listbox]")?.getBoundingClientRect();
  return Boolean(list) && (top < list.top || bottom > list.bottom);
}

const functions = {
  /** Everything that is wrong with what is on the screen now, a sentence each. */
  problems: () => [...focusProblems(), ...figureProblems(), ...cutProblems(), ...sentenceProblems(), ...pageProblems()],

  /** Chooses a target, brings it into view, and says where its middle is; null where there is none. */
  aim(what, number = 0) {
    const element = candidates(what).at(number);
    if (!element) return null;
    const body = bodyOf(element);
    const box = body.getBoundingClientRect();
    const lowest = innerHeight - 90; // a bar may stand at the foot
    if (box.top < 60 || box.bottom > lowest) body.scrollIntoView({ block: "center", behavior: "instant" });
    else if (isCutInList(body, box)) body.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = body.getBoundingClientRect();
    state.target = body;
    state.aimed = { x: left + width / 2, y: top + height / 2, left, top, width, height };
    return { ...state.aimed, name: called(element) };
  },

  /** What is wrong with the target of the last `aim` now, at the point that was aimed at. */
  missed([x, y]) {
    const { target, aimed } = state;
    if (!target.isConnected) return ["what was aimed at is gone"];
    const { left, top } = target.getBoundingClientRect();
    const moved = Math.hypot(left - aimed.left, top - aimed.top);
    if (moved > FAR) return [`moved ${moved.toFixed(0)} pixels under the pointer: ${called(target)}`];
    const above = hit(x, y);
    if (above && (contains(target, above) || contains(above, target))) return [];
    return [`is covered by ${above ? called(above) : "nothing"}: ${called(target)}`];
  },

  count: (what) => candidates(what).length,

  /** The text of what is drawn, letters of charts among it. */
  text: (css) =>
    squeezed(
      fitting(css)
        .filter(isDrawn)
        .flatMap((part) => [part.innerText ?? part.textContent, ...roots(part).slice(1).map((root) => [...root.children].map((each) => each.innerText).join(" "))])
        .join(" "),
    ),

  /** What is typed in the box that has the focus, or in the first that fits a selector, seen or not. */
  value: (css) => (css ? fitting(css)[0] : focused())?.value ?? null,

  /** What a canvas says about what it has drawn, and its size in its own pixels. */
  drawn: (css) => {
    const [canvas] = fitting(css);
    return { ...canvas.dataset, width: canvas.width, height: canvas.height };
  },

  focus: () => (focused() ? { name: nameOf(focused()), css: called(focused()) } : null),

  focusIsIn: (css) => focused() !== null && ancestors(focused()).some((each) => each.matches(css)),

  /** Whether the page has come to rest: no run of its script, and nothing that waits to be drawn. */
  rests() {
    if (/[?&]tour=/.test(location.search)) functions.watch();
    const app = document.querySelector(".stApp");
    if (!app) return document.readyState === "complete" && Boolean(document.querySelector("main")?.innerText.trim());
    const waiting = ".stVegaLiteChart:not(:has(canvas, svg)), [data-testid=stSkeleton], [data-stale=true]";
    return app.dataset.testScriptState === "notRunning" && !document.querySelector(waiting);
  },

  /** Keeps an eye on the answer from now on, for a tour that is not to show it before somebody asks. */
  watch() {
    if (window.riverbankGlimpses) return;
    window.riverbankGlimpses = [];
    const look = () => {
      const shown = all(".st-key-finding").filter((part) => isDrawn(part) && !blurred(part) && squeezed(part.innerText));
      window.riverbankGlimpses.push(...shown.map((part) => squeezed(part.innerText)));
      requestAnimationFrame(look);
    };
    look();
  },

  /** What of the answer could be read since `watch`, each once. */
  glimpses: () => [...new Set(window.riverbankGlimpses ?? [])],

  /** Whether a part of the page stands within the window, below the bar at its top. */
  isInWindow(css) {
    const bar = document.querySelector(".stAppHeader")?.getBoundingClientRect().bottom ?? 0;
    const boxes = fitting(css).map((part) => part.getBoundingClientRect());
    return boxes.some(({ top, bottom }) => top >= bar && bottom <= innerHeight);
  },

  isLive: () => document.querySelector(".st-key-live") !== null,
  address: () => location.href,
  scrollTo: (top) => (document.querySelector("[data-testid=stMain]") ?? document.scrollingElement).scrollTo(0, top),

  /** Where a browser tells nobody of its console: what the page complains of from now on is kept. */
  listen() {
    if (window.riverbankComplaints) return;
    const complaints = (window.riverbankComplaints = []);
    addEventListener("error", (event) => complaints.push(`error: ${event.message ?? event.target?.src}`), true);
    addEventListener("unhandledrejection", (event) => complaints.push(`rejection: ${event.reason}`));
    const before = console.error;
    console.error = (...words) => {
      complaints.push(`console: ${words.map(String).join(" ").slice(0, 300)}`);
      before(...words);
    };
  },

  complaints: () => window.riverbankComplaints?.splice(0) ?? [],
};

return functions[called_function](...called_arguments);

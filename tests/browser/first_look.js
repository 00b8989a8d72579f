// What a view asks of somebody who sees it for the first time: what can be operated, what is to be read, how large the
// figure is. The file is the body of a function without arguments; widgets live in open shadow roots, so it goes into them.

const CONTROLS =
  "a[href], button, input, select, textarea, summary, " +
  "[role=slider], [role=combobox], [role=tab], [role=radio], [role=checkbox], [role=switch], [tabindex='0']";
const PICTURES = ".stVegaLiteChart, .stBidiComponent, .stTable, svg, [data-testid=stIconMaterial]";
const FOOT = 60; // pixels of the line to try and the drawer's name
const GROUPS = ".words, .strip, .grid, ol, ul, [role=list], [role=listbox]"; // tiles of a sentence, cells of a figure: one together

const isSeen = (element) => {
  const { width, height, right, left } = element.getBoundingClientRect();
  return (
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    width > 2 && height > 2 && right > 0 && left < innerWidth &&
    !getComputedStyle(element).clipPath.startsWith("inset(50")
  );
};
const isWithinAnother = (element) => {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (each.matches(CONTROLS) && !each.matches("main, [role=tabpanel]")) return true;
  return false;
};
const opensList = (element) => element.matches("button") && element.parentElement?.querySelector("input[role=combobox]");

const controls = [];
const strips = new Set();
const collect = (root) => {
  for (const element of root.querySelectorAll("*")) {
    if (element.shadowRoot) collect(element.shadowRoot);
    if (!element.matches(CONTROLS) || element.matches("main, [role=tabpanel]")) continue;
    if (!isSeen(element) || isWithinAnother(element) || opensList(element)) continue;
    const strip = root === document ? null : element.closest(GROUPS);
    if (strip && strips.has(strip)) continue;
    if (strip) strips.add(strip);
    const name = element.getAttribute("aria-label") || element.innerText || element.id || element.tagName;
    controls.push({ name: name.trim().slice(0, 40), top: element.getBoundingClientRect().top + scrollY });
  }
};
collect(document);

const main = document.querySelector(".stMain");
const texts = [];
const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const holder = walker.currentNode.parentElement;
  if (holder.closest(`style, script, .st-key-view-heading, ${PICTURES}`) || !isSeen(holder)) continue;
  texts.push(walker.currentNode.textContent.trim());
}

const pictures = [...document.querySelectorAll(".st-key-figure :is(.stVegaLiteChart, .stBidiComponent, .stTable, .stDataFrame)")]
  .filter(isSeen)
  .map((picture) => picture.getBoundingClientRect());

// How much of the height below the answer is drawn on, down to the line at the foot.
const figure = document.querySelector(".st-key-figure");
let drawnTo = 0;
const lookDown = (root) => {
  for (const element of root.querySelectorAll("*")) {
    if (element.shadowRoot) lookDown(element.shadowRoot);
    const isWritten = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if ((isWritten || element.matches("canvas, svg, table, button, input")) && !element.matches("svg *") && isSeen(element))
      drawnTo = Math.max(drawnTo, element.getBoundingClientRect().bottom);
  }
};
if (figure) lookDown(figure);
const top = figure?.getBoundingClientRect().top ?? 0;
const count = (selector) => [...main.querySelectorAll(selector)].filter(isSeen).length;
return {
  controls,
  header: document.querySelector(".stAppHeader")?.getBoundingClientRect().bottom ?? 0,
  words: texts.join(" ").split(/\s+/).filter(Boolean),
  answer: document.querySelector(".st-key-finding")?.innerText.trim() ?? "",
  drawers: count(".st-key-why"),
  foot: [".st-key-try-this [data-testid=stText]", ".st-key-why summary p"].map((css) => {
    const box = document.querySelector(css)?.getBoundingClientRect();
    return box && Math.round(innerHeight - box.top);
  }),
  forms: count(
    ".stMainBlockContainer :is(.stDataFrame, .stMetric, .stAlert), .st-key-figure :is(details, .stPopover), .st-key-rail :is(details, .stPopover)",
  ),
  filled: (drawnTo - top) / (innerHeight - FOOT - top),
  share: pictures.length
    ? (Math.min(innerHeight, Math.max(...pictures.map((box) => box.bottom))) - Math.min(...pictures.map((box) => box.top))) / innerHeight
    : 0,
};

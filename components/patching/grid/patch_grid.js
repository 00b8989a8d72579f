// The grid of activation patching. Play uncovers it layer by layer.
//
// Tokens are what a visitor typed: they reach the page through textContent, never as markup.

import { buttonOf, element, everyPart, partOf, pressed } from "../../widgets/canvas/elements.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { fixed } from "../../widgets/canvas/wording.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {{ text: string, other: string | null, blank: boolean }} PatchToken */
/**
 * @typedef {{ tokens: PatchToken[], layers: number[], shares: number[][], answers: string[], chosen: [number, number] |
 *   null, opens: boolean }} PatchData `shares` has a row for each layer.
 */
/**
 * @typedef {{ root: HTMLElement, grid: HTMLElement, now: HTMLElement, play: HTMLElement, data: PatchData }} PatchView
 */

const STEP_MS = 1100; // long enough to read a layer's sentence
const STRONGEST = 65; // percent of a hue in a cell: more would hide its number
const AGAINST = -0.05; // share below which a cell's ochre is seen
const SMALLEST = 0.02; // share that is written: less is noise
const BOLD_FROM = 0.5; // share from which the answer is more there than not

/** @param {Given<PatchData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = partOf(parentElement, ".stage");
  const grid = partOf(root, ".grid");
  const view = { root, grid, data, now: partOf(root, ".now"), play: partOf(root, ".play") };
  const content = JSON.stringify([data.tokens, data.layers]);
  const isNew = grid.dataset.content !== content;
  if (isNew) buildGrid(view);
  grid.dataset.content = content;
  paintCells(view);
  showKey(view);
  if (isNew) {
    stopPlaying(view);
    showOpenCell(grid);
  }

  grid.onclick = (event) => {
    const button = pressed(event);
    if (!button) return;
    focusCell(grid, button);
    if (data.opens) setTriggerValue("cell", [Number(button.dataset.row), Number(button.dataset.column)]);
  };
  grid.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = nextCell(grid, event.target, event.key, data.tokens.length);
    if (to === null) return;
    event.preventDefault(); // these keys scroll the page
    if (!to) return;
    focusCell(grid, to);
    to.focus();
  };
  view.play.onclick = () => (root.dataset.timer ? stopPlaying(view) : startPlaying(view));
  return () => stopPlaying(view);
}

/**
 * The cell that a key leads to; undefined at the edge, null for other keys.
 * @param {HTMLElement} grid @param {EventTarget | null} from @param {string} key @param {number} columns
 */
export function nextCell(grid, from, key, columns) {
  const buttons = [...grid.querySelectorAll("button")];
  const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (from));
  const column = place % columns;
  const to = {
    ArrowLeft: column > 0 ? place - 1 : -1,
    ArrowRight: column < columns - 1 ? place + 1 : -1,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    Home: place - column,
    End: place - column + columns - 1,
  }[key];
  return to === undefined ? null : buttons[to];
}

/** The grid is one tab stop: the button that has it. @param {HTMLElement} grid @param {HTMLElement} button */
function focusCell(grid, button) {
  for (const each of grid.querySelectorAll("button")) each.tabIndex = each === button ? 0 : -1;
}

/** @param {PatchView} patchView */
function buildGrid({ grid, data }) {
  grid.style.gridTemplateColumns = `max-content repeat(${data.tokens.length}, minmax(var(--cell), 1fr))`;
  /** @type {HTMLElement[]} */
  const cells = [element("span", "corner", "Layer")];
  for (const token of data.tokens) {
    const head = element("span", token.blank ? "token blank" : "token");
    head.append(element("b", "", token.text));
    if (token.other !== null) head.append(element("i", "", token.other));
    head.title = token.other === null ? token.text : `${token.text} / ${token.other}`;
    head.dir = "auto";
    cells.push(head);
  }
  for (const [row, layer] of data.layers.entries()) {
    const name = element("span", "layer", layer === 0 ? "before" : String(layer));
    name.dataset.row = String(row);
    cells.push(name);
    for (const column of data.tokens.keys()) {
      const button = buttonOf("cell");
      button.dataset.row = String(row);
      button.dataset.column = String(column);
      cells.push(button);
    }
  }
  grid.replaceChildren(...cells);
  focusCell(grid, partOf(grid, ".cell"));
}

/** @param {number} share */
function percent(share) {
  return `${fixed(100 * share, 0)}%`;
}

/** @param {PatchView} patchView */
function paintCells({ grid, data }) {
  for (const button of everyPart(grid, ".cell")) {
    const [row, column] = [Number(button.dataset.row), Number(button.dataset.column)];
    const share = data.shares[row][column];
    const isOpen = data.chosen !== null && data.chosen[0] === row && data.chosen[1] === column;
    button.style.setProperty("--hue", share < 0 ? "var(--against)" : "var(--regained)");
    button.style.setProperty("--amount", String(STRONGEST * Math.min(Math.abs(share), 1)));
    button.classList.toggle("strong", share >= BOLD_FROM);
    button.classList.toggle("empty", Math.abs(share) < SMALLEST);
    button.textContent = Math.abs(share) < SMALLEST ? "" : percent(share);
    button.ariaPressed = String(isOpen);
    const token = data.tokens[column];
    const where = layerName(data.layers[row]);
    button.ariaLabel = `${where}, ${token.blank ? "the blank" : token.text}: ${percent(share)}`;
    button.title = button.ariaLabel;
  }
  const [open] = everyPart(grid, '[aria-pressed="true"]');
  if (open && !grid.contains(document.activeElement) && !grid.matches(":focus-within")) focusCell(grid, open);
}

/** What the colours mean; ochre only where a cell shows it. @param {PatchView} patchView */
function showKey({ root, data: { answers, shares } }) {
  const [first, second] = answers.map((answer) => `“\u2068${answer}\u2069”`);
  const entries = [
    ["all", `100%: copying this vector turns the answer into ${first}`],
    ["", `0%: it stays ${second}`],
  ];
  if (shares.flat().some((share) => share < AGAINST)) entries.push(["against", `away from ${first}`]);
  const spans = entries.map(([name, text]) => {
    const span = element("span", "", text);
    span.prepend(element("i", name));
    return span;
  });
  partOf(root, ".key").replaceChildren(...spans);
}

/** On a phone the grid is wider than the screen: begin where the open cell is. @param {HTMLElement} grid */
function showOpenCell(grid) {
  const [open] = everyPart(grid, '[aria-pressed="true"]');
  const box = grid.parentElement;
  if (open && box) box.scrollLeft = open.offsetLeft + open.offsetWidth / 2 - box.clientWidth / 2;
}

const layerName = (/** @type {number} */ layer) => (layer === 0 ? "Before layer 1" : `Layer ${layer}`);

/**
 * What a row says: the two tokens with the largest shares.
 * @param {Pick<PatchData, "tokens" | "layers" | "shares">} pick @param {number} row
 */
export function rowSentence({ tokens, layers, shares }, row) {
  const places = [...tokens.keys()].sort((a, b) => shares[row][b] - shares[row][a]).slice(0, 2);
  const named = places.map((place) => {
    const token = tokens[place];
    return `${percent(shares[row][place])} at ${token.blank ? "the blank" : `“\u2068${token.text}\u2069”`}`;
  });
  return `${layerName(layers[row])}: ${named.join(", ")}`;
}

/** @param {PatchView} patchView @param {number} row */
function showRows({ grid, now, data }, row) {
  for (const cell of everyPart(grid, "[data-row]")) {
    cell.classList.toggle("covered", Number(cell.dataset.row) > row);
    cell.classList.toggle("current", Number(cell.dataset.row) === row);
  }
  now.textContent = rowSentence(data, row);
}

/** @param {PatchView} view */
function startPlaying(view) {
  let row = 0;
  const step = () => {
    showRows(view, row);
    row += 1;
    view.root.dataset.timer = String(
      setTimeout(row < view.data.layers.length ? step : () => stopPlaying(view), STEP_MS),
    );
  };
  showPlaying({ el: view, isPlaying: true });
  step();
}

/** @param {PatchView} patchView */
function stopPlaying({ root, grid, now, play }) {
  clearTimeout(Number(root.dataset.timer));
  delete root.dataset.timer;
  for (const cell of grid.querySelectorAll("[data-row]")) cell.classList.remove("covered", "current");
  now.textContent = "";
  showPlaying({ el: { play }, isPlaying: false });
}

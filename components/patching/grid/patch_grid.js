// The grid of activation patching. Play uncovers it layer by layer.
//
// Tokens are what a visitor typed: they reach the page through textContent, never as markup.

import { element } from "../../widgets/canvas/elements.js";
import { showPlaying } from "../../widgets/canvas/playing.js";
import { fixed } from "../../widgets/canvas/wording.js";

const STEP_MS = 1100; // long enough to read a layer's sentence
const STRONGEST = 65; // percent of a hue in a cell: more would hide its number
const AGAINST = -0.05; // share below which a cell's ochre is seen
const SMALLEST = 0.02; // share that is written: less is noise
const BOLD_FROM = 0.5; // share from which the answer is more there than not

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".stage");
  const grid = root.querySelector(".grid");
  const view = { root, grid, data, now: root.querySelector(".now"), play: root.querySelector(".play") };
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
    const button = event.target.closest("button");
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

/** The cell that a key leads to; undefined at the edge, null for other keys. */
function nextCell(grid, from, key, columns) {
  const buttons = [...grid.querySelectorAll("button")];
  const place = buttons.indexOf(from);
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

/** The grid is one tab stop: the button that has it. */
function focusCell(grid, button) {
  for (const each of grid.querySelectorAll("button")) each.tabIndex = each === button ? 0 : -1;
}

function buildGrid({ grid, data }) {
  grid.style.gridTemplateColumns = `max-content repeat(${data.tokens.length}, minmax(var(--cell), 1fr))`;
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
    name.dataset.row = row;
    cells.push(name);
    for (const column of data.tokens.keys()) {
      const button = element("button", "cell");
      button.type = "button";
      button.dataset.row = row;
      button.dataset.column = column;
      cells.push(button);
    }
  }
  grid.replaceChildren(...cells);
  focusCell(grid, grid.querySelector(".cell"));
}

function percent(share) {
  return `${fixed(100 * share, 0)}%`;
}

function paintCells({ grid, data }) {
  for (const button of grid.querySelectorAll(".cell")) {
    const [row, column] = [Number(button.dataset.row), Number(button.dataset.column)];
    const share = data.shares[row][column];
    const isOpen = data.chosen !== null && data.chosen[0] === row && data.chosen[1] === column;
    button.style.setProperty("--hue", share < 0 ? "var(--against)" : "var(--regained)");
    button.style.setProperty("--amount", STRONGEST * Math.min(Math.abs(share), 1));
    button.classList.toggle("strong", share >= BOLD_FROM);
    button.classList.toggle("empty", Math.abs(share) < SMALLEST);
    button.textContent = Math.abs(share) < SMALLEST ? "" : percent(share);
    button.ariaPressed = String(isOpen);
    const token = data.tokens[column];
    const where = layerName(data.layers[row]);
    button.ariaLabel = `${where}, ${token.blank ? "the blank" : token.text}: ${percent(share)}`;
    button.title = button.ariaLabel;
  }
  const open = grid.querySelector('[aria-pressed="true"]');
  if (open && !grid.contains(document.activeElement) && !grid.matches(":focus-within")) focusCell(grid, open);
}

/** What the colours mean; ochre only where a cell shows it. */
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
  root.querySelector(".key").replaceChildren(...spans);
}

/** On a phone the grid is wider than the screen: begin where the open cell is. */
function showOpenCell(grid) {
  const open = grid.querySelector('[aria-pressed="true"]');
  const box = grid.parentElement;
  if (open) box.scrollLeft = open.offsetLeft + open.offsetWidth / 2 - box.clientWidth / 2;
}

const layerName = (layer) => (layer === 0 ? "Before layer 1" : `Layer ${layer}`);

/** What a row says: the two tokens with the largest shares. */
export function rowSentence({ tokens, layers, shares }, row) {
  const places = [...tokens.keys()].sort((a, b) => shares[row][b] - shares[row][a]).slice(0, 2);
  const named = places.map((place) => {
    const token = tokens[place];
    return `${percent(shares[row][place])} at ${token.blank ? "the blank" : `“\u2068${token.text}\u2069”`}`;
  });
  return `${layerName(layers[row])}: ${named.join(", ")}`;
}

function showRows({ grid, now, data }, row) {
  for (const cell of grid.querySelectorAll("[data-row]")) {
    cell.classList.toggle("covered", Number(cell.dataset.row) > row);
    cell.classList.toggle("current", Number(cell.dataset.row) === row);
  }
  now.textContent = rowSentence(data, row);
}

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

function stopPlaying({ root, grid, now, play }) {
  clearTimeout(Number(root.dataset.timer));
  delete root.dataset.timer;
  for (const cell of grid.querySelectorAll("[data-row]")) cell.classList.remove("covered", "current");
  now.textContent = "";
  showPlaying({ el: { play }, isPlaying: false });
}

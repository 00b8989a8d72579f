// Heads as switches, and the bars of words that slide when one is switched.
//
// Words are what a model or a visitor wrote: they reach the page through textContent, never as markup.

import { buttonOf, element, everyPart, partOf, pressed } from "../../widgets/canvas/elements.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {{ bits: number[], percent: string[], before: string }} Effects Of switching off each head. */
/**
 * @typedef {{ word: string, followed: boolean, before: number, after: number, before_text: string, after_text: string
 *   }} WordBars
 */
/**
 * @typedef {{ layers: number, heads: number, off: [number, number][], answer: string, effects: Effects | null,
 *   words: WordBars[] }} SwitchesData
 */

const LEAST_SPAN = 0.1; // bits: so that next to nothing does not look like much
const SLIGHT = 0.15; // bits: such a change is about a tenth of the answer
const STRONGEST = 100; // percent of a hue in a cell

/** @param {Given<SwitchesData>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = partOf(parentElement, ".stage");
  const grid = partOf(root, ".grid");
  const size = `${data.layers}x${data.heads}`;
  if (grid.dataset.size !== size) build(grid, data);
  grid.dataset.size = size;
  const off = new Set(data.off.map(([layer, head]) => layer * data.heads + head));
  partOf(root, ".heads > .title").textContent =
    data.effects === null
      ? "Heads"
      : `“${data.answer}” in percent, with one head off (${data.effects.before} with all on)`;
  partOf(root, ".key").hidden = data.effects === null;
  paint(grid, data, off);
  slide(partOf(root, ".bars"), data.words);

  const send = () => {
    paint(grid, data, off);
    const places = [...off]
      .sort((a, b) => a - b)
      .map((number) => [Math.floor(number / data.heads), number % data.heads]);
    setTriggerValue("off", places);
  };
  grid.onclick = (event) => {
    const button = pressed(event);
    if (!button) return;
    moveTo(grid, button);
    const numbers = numbersOf(button, data.heads);
    const turnOff = numbers.some((number) => !off.has(number));
    for (const number of numbers) {
      if (turnOff) off.add(number);
      else off.delete(number);
    }
    send();
  };
  grid.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...grid.querySelectorAll("button")];
    const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const across = data.heads + 1;
    const to = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place - across,
      ArrowDown: place + across,
      Home: place - (place % across),
      End: place - (place % across) + data.heads,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault(); // these keys scroll the page
    if (buttons[to]) {
      moveTo(grid, buttons[to]);
      buttons[to].focus();
    }
  };
}

/** The grid is one tab stop: the button that has it. @param {HTMLElement} grid @param {HTMLElement} button */
function moveTo(grid, button) {
  for (const each of grid.querySelectorAll("button")) each.tabIndex = each === button ? 0 : -1;
}

/** The heads that a button switches: its own, or all of its layer. @param {HTMLElement} button @param {number} heads */
function numbersOf(button, heads) {
  if (button.dataset.head !== undefined) return [Number(button.dataset.head)];
  const layer = Number(button.dataset.layer);
  return Array.from({ length: heads }, (_, head) => layer * heads + head);
}

/** @param {HTMLElement} grid @param {SwitchesData} switchesData */
function build(grid, { layers, heads }) {
  grid.style.setProperty("--rows", String(layers));
  grid.style.gridTemplateColumns = `max-content repeat(${heads}, minmax(0, 1fr))`;
  /** @type {HTMLElement[]} */
  const cells = [element("span", "corner", "head")];
  for (let head = 0; head < heads; head += 1) cells.push(element("span", "", String(head + 1)));
  for (let layer = 0; layer < layers; layer += 1) {
    const name = buttonOf("layer", `layer ${layer + 1}`);
    name.dataset.layer = String(layer);
    name.ariaLabel = `All heads of layer ${layer + 1}`;
    cells.push(name);
    for (let head = 0; head < heads; head += 1) {
      const button = buttonOf("head", "");
      button.dataset.head = String(layer * heads + head);
      cells.push(button);
    }
  }
  grid.replaceChildren(...cells);
  moveTo(grid, partOf(grid, ".head"));
}

/** The change, in bits, that has the strongest colour. @param {number[]} bits */
function spanOf(bits) {
  return Math.max(LEAST_SPAN, ...bits.map(Math.abs));
}

/**
 * Percent of the hue in a cell. It grows as the square root, since one head often outweighs all others.
 * @param {number} lost @param {number} span
 */
export function hueShare(lost, span) {
  return STRONGEST * Math.sqrt(Math.abs(lost) / span);
}

/**
 * Colours, numbers and frames. A pressed button is a head that is on.
 * @param {HTMLElement} grid @param {SwitchesData} switchesData @param {Set<number>} off
 */
function paint(grid, { effects, heads, answer }, off) {
  const span = effects === null ? 0 : spanOf(effects.bits);
  for (const button of everyPart(grid, ".head")) {
    const number = Number(button.dataset.head);
    const isOn = !off.has(number);
    const lost = effects?.bits[number] ?? 0;
    button.ariaPressed = String(isOn);
    const isSlight = Math.abs(lost) < SLIGHT;
    const amount = isSlight ? 0 : hueShare(lost, span);
    button.classList.toggle("slight", isSlight);
    button.textContent = effects?.percent[number] ?? "";
    button.style.setProperty("--hue", lost < 0 ? "var(--gain)" : "var(--loss)");
    button.style.setProperty("--amount", String(amount));
    const name = `Layer ${Math.floor(number / heads) + 1}, head ${(number % heads) + 1}`;
    const effect = effects === null ? "" : `: “${answer}” ${effects.percent[number]}% without it`;
    button.ariaLabel = `${name}${effect}. ${isOn ? "On" : "Off"}`;
    button.title = button.ariaLabel;
  }
  const rising = grid.parentElement?.querySelector(".rising");
  rising?.toggleAttribute("hidden", !effects?.bits.some((lost) => lost <= -SLIGHT));
  for (const button of everyPart(grid, ".layer")) {
    button.ariaPressed = String(numbersOf(button, heads).some((number) => !off.has(number)));
  }
}

/**
 * Rows keep their element as long as their word is there, so that their bars slide.
 * @param {HTMLElement} list @param {WordBars[]} words
 */
function slide(list, words) {
  const rows = new Map(everyPart(list, "li").map((row) => [row.dataset.word, row]));
  const longest = Math.max(1e-9, ...words.flatMap(({ before, after }) => [before, after]));
  const shown = words.map((word) => {
    const row = rows.get(word.word) ?? newRow(word);
    row.classList.toggle("followed", word.followed);
    const [before, after] = everyPart(row, ".bar");
    before.style.setProperty("--share", String(word.before / longest));
    before.textContent = word.before_text;
    after.textContent = word.after_text;
    requestAnimationFrame(() => after.style.setProperty("--share", String(word.after / longest)));
    return row;
  });
  list.replaceChildren(...shown);
}

/** @param {WordBars} wordBars */
function newRow({ word }) {
  const [row, name, pair] = [element("li"), element("span", "word", word), element("span", "pair")];
  row.dataset.word = word;
  name.dir = "auto";
  const after = element("span", "bar after");
  after.style.setProperty("--share", "0");
  pair.append(element("span", "bar before"), after);
  row.append(name, pair);
  return row;
}

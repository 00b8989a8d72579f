// Heads as switches, and the bars of words that slide when one is switched.
//
// Words are what a model or a visitor wrote: they reach the page through textContent, never as markup.

const LEAST_SPAN = 0.1; // bits: so that next to nothing does not look like much
const SLIGHT = 0.15; // bits: such a change is about a tenth of the answer
const STRONGEST = 100; // percent of a hue in a cell
const NAMED = 3; // heads under the grid where cells are too narrow for numbers

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".stage");
  const grid = root.querySelector(".grid");
  const size = `${data.layers}x${data.heads}`;
  if (grid.dataset.size !== size) build(grid, data);
  grid.dataset.size = size;
  const off = new Set(data.off.map(([layer, head]) => layer * data.heads + head));
  root.querySelector(".heads > .title").textContent =
    data.effects === null
      ? "Heads"
      : `“${data.answer}” in percent, with one head off (${data.effects.before} with all on)`;
  root.querySelector(".key").hidden = data.effects === null;
  root.querySelector(".numbers").textContent = data.effects === null ? "" : extremes(data.effects, data.heads);
  paint(grid, data, off);
  slide(root.querySelector(".bars"), data.words);

  const send = () => {
    paint(grid, data, off);
    const places = [...off]
      .sort((a, b) => a - b)
      .map((number) => [Math.floor(number / data.heads), number % data.heads]);
    setTriggerValue("off", places);
  };
  grid.onclick = (event) => {
    const button = event.target.closest("button");
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
    const place = buttons.indexOf(event.target);
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

/** The grid is one tab stop: the button that has it. */
function moveTo(grid, button) {
  for (const each of grid.querySelectorAll("button")) each.tabIndex = each === button ? 0 : -1;
}

/** The heads that a button switches: its own, or all of its layer. */
function numbersOf(button, heads) {
  if (button.dataset.head !== undefined) return [Number(button.dataset.head)];
  const layer = Number(button.dataset.layer);
  return Array.from({ length: heads }, (_, head) => layer * heads + head);
}

function build(grid, { layers, heads }) {
  grid.style.setProperty("--rows", layers);
  grid.style.gridTemplateColumns = `max-content repeat(${heads}, minmax(0, 1fr))`;
  const made = (name, className, text) => {
    const element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    if (name === "button") element.type = "button";
    return element;
  };
  const cells = [made("span", "corner", "head")];
  for (let head = 0; head < heads; head += 1) cells.push(made("span", "", String(head + 1)));
  for (let layer = 0; layer < layers; layer += 1) {
    const name = made("button", "layer", `layer ${layer + 1}`);
    name.dataset.layer = layer;
    name.ariaLabel = `All heads of layer ${layer + 1}`;
    cells.push(name);
    for (let head = 0; head < heads; head += 1) {
      const button = made("button", "head", "");
      button.dataset.head = layer * heads + head;
      cells.push(button);
    }
  }
  grid.replaceChildren(...cells);
  moveTo(grid, grid.querySelector(".head"));
}

/** The change, in bits, that has the strongest colour. */
function spanOf(bits) {
  return Math.max(LEAST_SPAN, ...bits.map(Math.abs));
}

/** Percent of the hue in a cell. It grows as the square root, since one head often outweighs all others. */
export function hueShare(lost, span) {
  return STRONGEST * Math.sqrt(Math.abs(lost) / span);
}

/** The heads without which the answer falls and rises most, in words; less than `LEAST_SPAN` bits is neither. */
export function extremes({ bits, percent }, heads) {
  const order = bits.map((lost, number) => ({ lost, number })).sort((a, b) => b.lost - a.lost);
  const list = (some) =>
    some
      .filter(({ lost }) => Math.abs(lost) >= LEAST_SPAN)
      .slice(0, NAMED)
      .map(({ number }) => {
        const name = `layer ${Math.floor(number / heads) + 1}, head ${(number % heads) + 1}`;
        return `${name}: ${percent[number]}%`;
      })
      .join("; ");
  const parts = [
    ["Falls most without", list(order.filter(({ lost }) => lost > 0))],
    ["Rises most without", list(order.filter(({ lost }) => lost < 0).reverse())],
  ].filter(([, text]) => text);
  return parts.map(([name, text]) => `${name} ${text}.`).join(" ") || "No single head changes it much.";
}

/** Colours, numbers and frames. A pressed button is a head that is on. */
function paint(grid, { effects, heads, answer }, off) {
  const span = effects === null ? 0 : spanOf(effects.bits);
  for (const button of grid.querySelectorAll(".head")) {
    const number = Number(button.dataset.head);
    const isOn = !off.has(number);
    const lost = effects?.bits[number] ?? null;
    button.ariaPressed = String(isOn);
    const isSlight = Math.abs(lost ?? 0) < SLIGHT;
    const amount = isSlight ? 0 : hueShare(lost, span);
    button.classList.toggle("slight", isSlight);
    button.textContent = effects?.percent[number] ?? "";
    button.style.setProperty("--hue", lost < 0 ? "var(--gain)" : "var(--loss)");
    button.style.setProperty("--amount", amount);
    const name = `Layer ${Math.floor(number / heads) + 1}, head ${(number % heads) + 1}`;
    const effect = lost === null ? "" : `: “${answer}” ${effects.percent[number]}% without it`;
    button.ariaLabel = `${name}${effect}. ${isOn ? "On" : "Off"}`;
    button.title = button.ariaLabel;
  }
  for (const button of grid.querySelectorAll(".layer")) {
    button.ariaPressed = String(numbersOf(button, heads).some((number) => !off.has(number)));
  }
}

/** Rows keep their element as long as their word is there, so that their bars slide. */
function slide(list, words) {
  const rows = new Map([...list.children].map((row) => [row.dataset.word, row]));
  const longest = Math.max(1e-9, ...words.flatMap(({ before, after }) => [before, after]));
  const shown = words.map((word) => {
    const row = rows.get(word.word) ?? newRow(word);
    row.classList.toggle("followed", word.followed);
    const [before, after] = row.querySelectorAll(".bar");
    before.style.setProperty("--share", word.before / longest);
    before.textContent = word.before_text;
    after.textContent = word.after_text;
    requestAnimationFrame(() => after.style.setProperty("--share", word.after / longest));
    return row;
  });
  list.replaceChildren(...shown);
}

function newRow({ word }) {
  const made = (name, className) => {
    const element = document.createElement(name);
    element.className = className;
    return element;
  };
  const [row, name, pair] = [made("li", ""), made("span", "word"), made("span", "pair")];
  row.dataset.word = word;
  name.textContent = word;
  name.dir = "auto";
  pair.append(made("span", "bar before"), made("span", "bar after"));
  pair.lastChild.style.setProperty("--share", 0);
  row.append(name, pair);
  return row;
}

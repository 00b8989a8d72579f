// Words that change places. Two ways to say which: drag one onto another, or choose one and then the other.
//
// Words are what a visitor typed: they reach the page through textContent, never as markup.

import { buttonOf, element, everyPart, partOf, pressed } from "../../widgets/canvas/elements.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/** @typedef {{ text: string, word: number | null, moved: boolean }} Tile `word` is null for what stays. */

const FAR = 6; // pixels: less than that was a click

/** @param {Given<{ tiles: Tile[] }>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const row = partOf(parentElement, ".tiles");
  const news = partOf(parentElement, ".news");
  const page = /** @type {Document | ShadowRoot} */ (row.getRootNode());
  const focused = [...row.children].indexOf(/** @type {HTMLElement} */ (page.activeElement));
  row.replaceChildren(...data.tiles.map(drawn));
  everyPart(row, ":scope > *")[focused]?.focus();
  const words = () => [...row.querySelectorAll("button")];
  /** @type {HTMLElement | null} */
  let chosen = null;
  /** @type {{ button: HTMLElement, x: number, y: number, moves: boolean } | null} */
  let drag = null;

  const choose = (/** @type {HTMLElement | null} */ button) => {
    chosen = button;
    for (const each of words()) each.ariaPressed = String(each === button);
    news.textContent = button ? `${button.textContent} chosen. Choose the word to exchange it with.` : "";
  };
  const exchange = (/** @type {HTMLElement} */ first, /** @type {HTMLElement} */ other) => {
    const order = words().map((each) => Number((each === first ? other : each === other ? first : each).dataset.word));
    choose(null);
    news.textContent = `${first.textContent} and ${other.textContent} swapped`;
    setTriggerValue("order", order);
  };
  const wordAt = (/** @type {PointerEvent} */ { clientX, clientY }) =>
    page.elementFromPoint(clientX, clientY)?.closest("button");

  const press = (/** @type {HTMLElement} */ button) => {
    if (chosen && chosen !== button) exchange(chosen, button);
    else choose(chosen === button ? null : button);
  };
  row.onclick = (event) => {
    const button = pressed(event);
    if (button) press(button);
  };
  row.onkeydown = (event) => {
    if (event.key !== "Escape" || !chosen) return;
    event.preventDefault(); // on a projector it does nothing else
    choose(null);
  };
  row.onpointerdown = (event) => {
    const button = pressed(event);
    if (!button || event.button) return;
    drag = { button, x: event.clientX, y: event.clientY, moves: false };
    row.setPointerCapture(event.pointerId);
  };
  row.onpointermove = (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moves ||= Math.hypot(x, y) > FAR;
    if (!drag.moves) return;
    drag.button.classList.add("held");
    drag.button.style.transform = `translate(${x}px, ${y}px)`;
    const under = wordAt(event);
    for (const each of words()) each.classList.toggle("under", each === under);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    const { button, moves } = drag;
    drag = null;
    const under = moves ? wordAt(event) : null;
    button.classList.remove("held");
    button.style.transform = "";
    for (const each of words()) each.classList.remove("under");
    if (!moves) {
      // The pointer was captured, so the click will be the row's and not the button's.
      button.focus({ preventScroll: true });
      press(button);
    } else if (event.type === "pointerup" && under && under !== button) exchange(button, under);
  };
  row.onpointerup = end;
  row.onpointercancel = end;
}

/** @param {Tile} tile */
function drawn({ text, word, moved }) {
  const tile = word === null ? element("span", "stays", text) : buttonOf("", text);
  tile.dir = "auto";
  if (word === null) return tile;
  tile.dataset.word = String(word);
  tile.ariaPressed = "false";
  tile.classList.toggle("moved", moved);
  return tile;
}

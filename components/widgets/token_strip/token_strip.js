// The token strip in the browser. Python owns the masks; this file shows them, changes them at once when a chip is
// toggled, and sends the whole set back. See __init__.py for why the whole set, and what the click number is for.
//
// Tokens are what a visitor typed: they reach the page through textContent and attributes, never as markup.

import { buttonOf, element, everyPart, partOf, pressed } from "../canvas/elements.js";
import { watchEdges } from "../in_sight/edges.js";
import { bringIntoSight } from "../in_sight/in_sight.js";
import { listenToSweeps, sweptMasks, tilesBetween } from "./sweep.js";
import { isLetter, tileAfter, unitsOf } from "./tile_keys.js";

/**
 * @import { Given } from "../canvas/elements.js"
 * @import { Sweep } from "./sweep.js"
 */

/**
 * A token; `position` counts tokens, and `start` and `end` say where it stands in the text that is typed.
 * @typedef {{ text: string, position: number, state: "special" | "typed" | "masked" | "shown", continues: boolean,
 *   start: number, end: number }} Chip
 */
/** @typedef {"mask" | "mark" | "read"} Kind What a click on a tile does. */
/**
 * `box` is a selector of the box that the sentence is typed in; `face`, the look of a mask.
 * @typedef {{ sentence: string, kind: Kind, face: string, chips: Chip[], box: string | null, label: string, click:
 *   number }} StripData
 */
/**
 * @typedef {object} Memory
 * @property {string | null} sentence
 * @property {Kind} [kind]
 * @property {string} [face]
 * @property {number} click
 * @property {Chip[]} chips
 * @property {HTMLElement[]} buttons
 * @property {Set<number>} masked
 * @property {Sweep | null} sweep
 * @property {number} pressed The tile under a mouse button or a finger that is down.
 * @property {boolean} isDragged
 */

const TYPED = "This mask was typed in the sentence. Edit the sentence to change it.";
const DONE = { mask: ["shown", "masked"], mark: ["no longer marked", "marked"] };
const SPECIAL = "Added by the tokenizer: marks where the text begins or ends.";

// What a strip remembers between runs. Keyed by the strip element and not by parentElement, so that a strip whose HTML
// Streamlit has put in anew starts afresh.
/** @type {WeakMap<HTMLElement, Memory>} */
const memories = new WeakMap();

// Enter ends the typing, so that the tiles come. Nothing gets the focus: a letter typed on must not change a word.
/** @type {Set<string>} */
const boxes = new Set(); // selectors; the page's listener outlives a box that Streamlit makes anew
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const target = /** @type {HTMLElement} */ (event.target);
  // Afterwards, since Streamlit sends the text at this key.
  if ([...boxes].some((selector) => target.matches(selector))) setTimeout(() => target.blur());
});

/** @param {Given<StripData>} given */
export default function ({ data, parentElement, setStateValue }) {
  const [strip, news, pen] = [".strip", ".news", ".pen"].map((name) => partOf(parentElement, name));
  /** @returns {HTMLTextAreaElement | null} */
  const box = () => (data.box ? document.querySelector(data.box) : null);
  pen.hidden = !data.box;
  if (data.box) boxes.add(data.box);
  /** @type {Memory} */
  const memory = memories.get(strip) ?? {
    sentence: null,
    click: 0,
    chips: [],
    buttons: [],
    masked: new Set(),
    sweep: null,
    pressed: -1,
    isDragged: false,
  };
  memories.set(strip, memory);

  strip.ariaLabel = data.label;
  strip.classList.toggle("marks", data.kind === "mark");
  const isNew = /** @type {const} */ (["sentence", "kind", "face"]).some((name) => memory[name] !== data[name]);
  if (isNew) build(strip, memory, data);
  // An answer to an earlier click would undo the later ones for a moment: wait for the answer to the last one.
  let isMoved = isNew;
  if (isNew || data.click >= memory.click) {
    const before = memory.masked;
    memory.masked = new Set(data.chips.filter((chip) => chip.state === "masked").map((chip) => chip.position));
    memory.click = Math.max(memory.click, data.click);
    isMoved ||= [...memory.masked].some((position) => !before.has(position));
  }
  paint(memory);
  // What was clicked is in sight: only what Python has chosen may not be.
  if (isMoved) bringIntoSight(strip, everyPart(strip, ".chip[aria-pressed=true], .typed")[0] ?? null);
  watchEdges(strip);

  strip.onclick = (event) => {
    const button = pressed(event);
    if (!button || (memory.isDragged && event.detail > 0)) return;
    const from = memory.buttons.findIndex(({ tabIndex }) => tabIndex === 0);
    const to = memory.buttons.indexOf(button);
    moveTo(memory, to);
    if (event.shiftKey && from !== to) {
      endSweep({ from, to });
      return;
    }
    if (!isToggleable(button)) {
      announce(news, TYPED);
      return;
    }
    if (memory.kind === "read") {
      edit(box(), memory, [button]);
      return;
    }
    if (memory.kind === "mark" && event.detail > 1) return; // of two quick clicks, which edit, the first has marked it
    const position = positionOf(button);
    const isMasked = !memory.masked.delete(position);
    if (memory.kind === "mark") memory.masked.clear(); // one word at a time
    if (isMasked) memory.masked.add(position);
    tell([button], isMasked);
  };

  const tell = (/** @type {HTMLElement[]} */ changed, /** @type {boolean} */ isMasked) => {
    paint(memory);
    const words = changed.map((/** @type {HTMLElement} */ button) => partOf(button, ".plain").textContent).join(", ");
    announce(news, `${words} ${DONE[memory.kind === "mark" ? "mark" : "mask"][Number(isMasked)]}`);
    memory.click += 1;
    setStateValue("masked", {
      sentence: memory.sentence,
      click: memory.click,
      positions: [...memory.masked].sort((a, b) => a - b),
    });
  };

  // Where a click marks one word at most, several are chosen to be typed over.
  const endSweep = (/** @type {Sweep} */ sweep) => {
    moveTo(memory, sweep.to);
    const swept = tilesBetween(memory.buttons, sweep);
    if (memory.kind === "mask") {
      const changed = swept.filter(isToggleable);
      if (changed.length === 0) return;
      memory.masked = sweptMasks(memory.masked, changed.map(positionOf));
      tell(changed, memory.masked.has(positionOf(changed[0])));
    } else {
      paint(memory);
      edit(box(), memory, swept);
    }
  };
  const dropSweep = listenToSweeps(strip, memory, { show: () => paint(memory), end: endSweep });

  pen.onclick = () => box()?.focus({ preventScroll: true });
  strip.ondblclick = (event) => {
    const button = pressed(event);
    if (button) edit(box(), memory, [button]);
  };

  strip.onkeydown = (event) => {
    // A key held down must not flip the chip many times a second.
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const from = memory.buttons.findIndex((button) => event.target instanceof Node && button.contains(event.target));
    const reached = tileAfter(event.key, from, memory.buttons.length);
    if (event.key === "Escape" && memory.sweep) {
      event.stopPropagation();
      dropSweep();
      return;
    }
    if (data.box && from >= 0 && !event.shiftKey && (event.key === "F2" || isLetter(event.key))) {
      event.stopPropagation(); // nobody else's key: the letter goes into the box
      if (event.key === "F2") event.preventDefault();
      edit(box(), memory, [memory.buttons[from]]);
      return;
    }
    if (from < 0 || reached === undefined) return;
    event.preventDefault(); // these keys scroll the page
    if (event.shiftKey) memory.sweep = { from: memory.sweep?.from ?? from, to: reached };
    moveTo(memory, reached);
    if (event.shiftKey) paint(memory);
  };
}

/**
 * Puts the cursor into the box that the sentence is typed in, with these words chosen: what is typed replaces them.
 * @param {HTMLTextAreaElement | null} box @param {Memory} memory @param {HTMLElement[]} buttons
 */
function edit(box, memory, buttons) {
  const chips = buttons.flatMap((button) => memory.chips.find(({ position }) => position === positionOf(button)) ?? []);
  if (!box || chips.length === 0) return;
  box.focus({ preventScroll: true });
  box.setSelectionRange(unitsOf(box.value, chips[0].start), unitsOf(box.value, chips[chips.length - 1].end));
}

/** @param {HTMLElement} button */
function positionOf(button) {
  return Number(button.dataset.position);
}

/** @param {HTMLElement} button */
function isToggleable(button) {
  return button.ariaDisabled !== "true";
}

/**
 * Replaces the chips by those of another sentence; a focused chip hands its focus to the one in its place.
 * @param {HTMLElement} strip @param {Memory} memory @param {StripData} data
 */
function build(strip, memory, data) {
  const page = /** @type {Document | ShadowRoot} */ (strip.getRootNode());
  const focused = memory.buttons.indexOf(/** @type {HTMLElement} */ (page.activeElement));
  /** @type {HTMLElement[]} */
  const words = [];
  memory.sentence = data.sentence;
  memory.kind = data.kind;
  memory.face = data.face;
  memory.chips = data.chips;
  memory.buttons = [];
  [memory.sweep, memory.pressed] = [null, -1];
  for (const chip of data.chips) {
    const tile = chip.state === "special" ? specialChip(chip) : buttonChip(chip, data);
    if (tile.tagName === "BUTTON") memory.buttons.push(tile);
    if (!chip.continues || words.length === 0) words.push(element("span", "word"));
    words[words.length - 1].append(tile);
  }
  strip.replaceChildren(...words);
  if (memory.buttons.length === 0) return;
  memory.buttons[0].tabIndex = 0;
  if (focused >= 0) moveTo(memory, Math.min(focused, memory.buttons.length - 1));
}

/** @param {Chip} chip */
function specialChip(chip) {
  const tile = element("span", "special", chip.text);
  tile.title = SPECIAL;
  return tile;
}

/** @param {Chip} chip @param {StripData} stripData */
function buttonChip(chip, { kind, face }) {
  const button = buttonOf("chip");
  button.tabIndex = -1;
  button.dataset.position = String(chip.position);
  if (chip.state === "typed") {
    button.classList.add("typed");
    button.ariaDisabled = "true"; // unlike `disabled`, leaves it within reach of the keyboard
    button.title = TYPED;
    button.append(element("span", "face", chip.text));
  } else {
    const plain = element("span", "face plain", chip.text);
    plain.dir = "auto";
    button.append(plain);
    if (kind !== "mask") return button;
    const masked = maskedFace(face, chip.text);
    partOf(masked, ".mask").ariaHidden = "true"; // the name stays the piece; that it is masked is what aria-pressed says
    button.append(masked);
  }
  return button;
}

/** The look of a mask: a large word, and a small one beneath. @param {string} large @param {string} small */
function maskedFace(large, small) {
  const face = element("span", "face masked");
  const beneath = element("span", "beneath", small);
  beneath.dir = "auto";
  face.append(element("span", "mask", large), beneath);
  return face;
}

/** @param {Memory} memory */
function paint({ buttons, kind, masked, sweep }) {
  const swept = sweep ? tilesBetween(buttons, sweep) : [];
  const isMany = swept.length > 1;
  const shown = isMany && kind === "mask" ? sweptMasks(masked, swept.filter(isToggleable).map(positionOf)) : masked;
  for (const button of buttons) {
    button.classList.toggle("swept", isMany && swept.includes(button));
    if (isToggleable(button) && kind !== "read") button.ariaPressed = String(shown.has(positionOf(button)));
  }
}

/**
 * Makes one chip the strip's Tab stop and focuses it (a tap does not focus a button in every browser).
 * @param {Memory} memory @param {number} index
 */
function moveTo(memory, index) {
  memory.buttons.forEach((button, i) => {
    button.tabIndex = i === index ? 0 : -1;
  });
  memory.buttons[index].focus();
}

/**
 * Says a text, again if it is what was said last: a live region reads changes only.
 * @param {HTMLElement} news @param {string} text
 */
function announce(news, text) {
  news.textContent = news.textContent === text ? `${text}\u00a0` : text;
}

// The token strip in the browser. Python owns the masks; this file shows them, changes them at once when a chip is
// toggled, and sends the whole set back. See __init__.py for why the whole set, and what the click number is for.
//
// Tokens are what a visitor typed: they reach the page through textContent and attributes, never as markup.

import { element } from "../canvas/elements.js";
import { watchEdges } from "../in_sight/edges.js";
import { bringIntoSight } from "../in_sight/in_sight.js";

const TYPED = "This mask was typed in the sentence. Edit the sentence to change it.";
const DONE = { mask: ["shown", "masked"], mark: ["no longer marked", "marked"] };
const SPECIAL = "Added by the tokenizer: marks where the text begins or ends.";

// What a strip remembers between runs. Keyed by the strip element and not by parentElement, so that a strip whose HTML
// Streamlit has put in anew starts afresh.
const memories = new WeakMap();

// Enter ends the typing, so that the tiles come. Nothing gets the focus: a letter typed on must not change a word.
const boxes = new Set(); // selectors; the page's listener outlives a box that Streamlit makes anew
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const target = /** @type {HTMLElement} */ (event.target);
  // Afterwards, since Streamlit sends the text at this key.
  if ([...boxes].some((selector) => target.matches(selector))) setTimeout(() => target.blur());
});

export default function ({ data, parentElement, setStateValue }) {
  const strip = parentElement.querySelector(".strip");
  const news = parentElement.querySelector(".news");
  const pen = parentElement.querySelector(".pen");
  const box = () => (data.box ? document.querySelector(data.box) : null);
  pen.hidden = !data.box;
  if (data.box) boxes.add(data.box);
  const memory = memories.get(strip) ?? { sentence: null, click: 0, chips: [], buttons: [], masked: new Set() };
  memories.set(strip, memory);

  strip.ariaLabel = data.label;
  strip.classList.toggle("marks", data.kind === "mark");
  const isNew = ["sentence", "kind", "face"].some((name) => memory[name] !== data[name]);
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
  if (isMoved) bringIntoSight(strip, strip.querySelector(".chip[aria-pressed=true], .typed"));
  watchEdges(strip);

  strip.onclick = (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    moveTo(memory, memory.buttons.indexOf(button));
    if (button.ariaDisabled === "true") {
      announce(news, TYPED);
      return;
    }
    if (memory.kind === "read") {
      edit(box(), memory, button);
      return;
    }
    if (memory.kind === "mark" && event.detail > 1) return; // of two quick clicks, which edit, the first has marked it
    const position = Number(button.dataset.position);
    const isMasked = !memory.masked.delete(position);
    if (memory.kind === "mark") memory.masked.clear(); // one word at a time
    if (isMasked) memory.masked.add(position);
    paint(memory);
    announce(news, `${button.querySelector(".plain").textContent} ${DONE[memory.kind][Number(isMasked)]}`);
    memory.click += 1;
    setStateValue("masked", {
      sentence: memory.sentence,
      click: memory.click,
      positions: [...memory.masked].sort((a, b) => a - b),
    });
  };

  pen.onclick = () => box()?.focus({ preventScroll: true });
  strip.ondblclick = (event) => edit(box(), memory, event.target.closest("button"));

  strip.onkeydown = (event) => {
    // A key held down must not flip the chip many times a second.
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const from = memory.buttons.indexOf(event.target.closest("button"));
    const to = {
      ArrowRight: from + 1,
      ArrowDown: from + 1,
      ArrowLeft: from - 1,
      ArrowUp: from - 1,
      Home: 0,
      End: memory.buttons.length - 1,
    }[event.key];
    if (data.box && from >= 0 && (event.key === "F2" || isLetter(event.key))) {
      event.stopPropagation(); // nobody else's key: the letter goes into the box
      if (event.key === "F2") event.preventDefault();
      edit(box(), memory, memory.buttons[from]);
      return;
    }
    if (from < 0 || to === undefined) return;
    event.preventDefault(); // these keys scroll the page
    moveTo(memory, Math.min(Math.max(to, 0), memory.buttons.length - 1));
  };
}

/** Puts the cursor into the box that the sentence is typed in, with this word chosen: what is typed takes its place. */
function edit(box, memory, button) {
  const chip = memory.chips.find((candidate) => candidate.position === Number(button?.dataset.position));
  if (!box || !chip) return;
  box.focus({ preventScroll: true });
  // Python counts characters, and the box units of UTF-16.
  const units = (count) => [...box.value].slice(0, count).join("").length;
  box.setSelectionRange(units(chip.start), units(chip.end));
}

function isLetter(key) {
  return key.length === 1 && /\p{L}/u.test(key);
}

/** Replaces the chips by those of another sentence; a focused chip hands its focus to the one in its place. */
function build(strip, memory, data) {
  const focused = memory.buttons.indexOf(strip.getRootNode().activeElement);
  const words = [];
  memory.sentence = data.sentence;
  memory.kind = data.kind;
  memory.face = data.face;
  memory.chips = data.chips;
  memory.buttons = [];
  for (const chip of data.chips) {
    const tile = chip.state === "special" ? specialChip(chip) : buttonChip(chip, data);
    if (tile.tagName === "BUTTON") memory.buttons.push(tile);
    if (chip.continues && words.length > 0) {
      words.at(-1).append(tile);
    } else {
      const word = element("span", "word");
      word.append(tile);
      words.push(word);
    }
  }
  strip.replaceChildren(...words);
  if (memory.buttons.length === 0) return;
  memory.buttons[0].tabIndex = 0;
  if (focused >= 0) moveTo(memory, Math.min(focused, memory.buttons.length - 1));
}

function specialChip(chip) {
  const tile = element("span", "special", chip.text);
  tile.title = SPECIAL;
  return tile;
}

function buttonChip(chip, { kind, face }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip";
  button.tabIndex = -1;
  button.dataset.position = chip.position;
  if (chip.state === "typed") {
    button.classList.add("typed");
    button.ariaDisabled = "true"; // unlike `disabled`, leaves it within reach of the keyboard
    button.title = TYPED;
    button.append(maskedFace(chip.text, "typed"));
  } else {
    const plain = element("span", "face plain", chip.text);
    plain.dir = "auto";
    button.append(plain);
    if (kind !== "mask") return button;
    const masked = maskedFace(face, chip.text);
    masked.firstElementChild.ariaHidden = "true"; // the name stays the piece; that it is masked is what aria-pressed says
    button.append(masked);
  }
  return button;
}

/** The look of a mask: a large word, and a small one beneath. */
function maskedFace(large, small) {
  const face = element("span", "face masked");
  const beneath = element("span", "beneath", small);
  beneath.dir = "auto";
  face.append(element("span", "mask", large), beneath);
  return face;
}

function paint(memory) {
  for (const button of memory.buttons) {
    if (button.ariaDisabled === "true" || memory.kind === "read") continue;
    button.ariaPressed = String(memory.masked.has(Number(button.dataset.position)));
  }
}

/** Makes one chip the strip's Tab stop and focuses it (a tap does not focus a button in every browser). */
function moveTo(memory, index) {
  memory.buttons.forEach((button, i) => {
    button.tabIndex = i === index ? 0 : -1;
  });
  memory.buttons[index].focus();
}

/** Says a text, again if it is what was said last: a live region reads changes only. */
function announce(news, text) {
  news.textContent = news.textContent === text ? `${text}\u00a0` : text;
}

// The boxes of an answer: one, or two for a good and a bad sentence. The second begins as a copy of the first, in which
// a word or two are to be changed.

import { byId } from "./parts.js";

/** @import { Question } from "./answers.js" */

/** @type {HTMLTextAreaElement[]} */
const [firstBox, secondBox] = [byId("text"), byId("second")];
const PAIR = "minimal pair"; // the kind of a question
const SEPARATOR = "\n"; // as the server reads a pair
const isPair = () => !byId("pair").hidden;
const line = (/** @type {HTMLTextAreaElement} */ box) => box.value.replace(/\s+/g, " ");
let copied = ""; // into the second box

/** What is typed; of a pair two lines. "" if a box is empty and `isWhole` is asked for. */
export function typedText(isWhole = false) {
  if (!isPair()) return isWhole ? firstBox.value.trim() : firstBox.value;
  const sentences = [line(firstBox), line(secondBox)];
  return isWhole && !sentences.every((sentence) => sentence.trim()) ? "" : sentences.join(SEPARATOR);
}

/** Puts a text into the boxes. @param {string} text */
export function setTyped(text) {
  const [first, second = ""] = isPair() ? text.split(SEPARATOR) : [text];
  firstBox.value = first;
  secondBox.value = second;
  copied = "";
}

/** What the labels below the boxes are for. @param {string} kind */
export function legendOf(kind) {
  return kind === PAIR ? "What is it about? You may leave this open." : "What does the word mean in your sentence?";
}

/** Chooses a label by its value; none where no label has it. @param {string} label */
export function chooseLabel(label) {
  for (const each of document.querySelectorAll("[name=label]")) {
    if (each instanceof HTMLInputElement) each.checked = each.value === label;
  }
}

/** Shows one box or two, for a question of the server. @param {Question} question */
export function showBoxes({ kind, longest }) {
  byId("pair").hidden = byId("good").hidden = kind !== PAIR;
  firstBox.maxLength = secondBox.maxLength = longest;
}

/** Whether Enter goes on to the second box, and sends nothing yet. @param {HTMLTextAreaElement} box */
export function goesOn(box) {
  const goes = isPair() && box === firstBox;
  if (goes) secondBox.focus();
  return goes;
}

secondBox.addEventListener("focus", () => {
  if (secondBox.value && secondBox.value !== copied) return;
  secondBox.value = copied = line(firstBox);
  secondBox.select(); // whoever types another sentence replaces the copy; a tap into it changes a word
});

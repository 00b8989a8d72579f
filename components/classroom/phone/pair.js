// The boxes of an answer: one, or two for a good and a bad sentence. The second begins as a copy of the first, in which
// a word or two are to be changed.

/** @returns {any} */
const byId = (id) => document.getElementById(id);
const PAIR = "minimal pair"; // the kind of a question
const SEPARATOR = "\n"; // as the server reads a pair
const isPair = () => !byId("pair").hidden;
const line = (box) => box.value.replace(/\s+/g, " ");
let copied = ""; // into the second box

/** What is typed; of a pair two lines. "" if a box is empty and `isWhole` is asked for. */
export function typedText(isWhole = false) {
  if (!isPair()) return isWhole ? byId("text").value.trim() : byId("text").value;
  const sentences = [line(byId("text")), line(byId("second"))];
  return isWhole && !sentences.every((sentence) => sentence.trim()) ? "" : sentences.join(SEPARATOR);
}

/** Puts a text into the boxes. */
export function setTyped(text) {
  const [first, second = ""] = isPair() ? text.split(SEPARATOR) : [text];
  byId("text").value = first;
  byId("second").value = second;
  copied = "";
}

/** What the labels below the boxes are for. */
export function legendOf(kind) {
  return kind === PAIR ? "What is it about? You may leave this open." : "What does the word mean in your sentence?";
}

/** Chooses a label by its value; none where no label has it. */
export function chooseLabel(label) {
  for (const each of document.querySelectorAll("[name=label]")) {
    if (each instanceof HTMLInputElement) each.checked = each.value === label;
  }
}

/** Shows one box or two, for a question of the server. */
export function showBoxes({ kind, longest }) {
  byId("pair").hidden = byId("good").hidden = kind !== PAIR;
  byId("text").maxLength = byId("second").maxLength = longest;
}

/** Whether Enter goes on to the second box, and sends nothing yet. */
export function goesOn(box) {
  const goes = isPair() && box === byId("text");
  if (goes) byId("second").focus();
  return goes;
}

byId("second").addEventListener("focus", () => {
  const [first, second] = [byId("text"), byId("second")];
  if (second.value && second.value !== copied) return;
  second.value = copied = line(first);
  second.select(); // whoever types another sentence replaces the copy; a tap into it changes a word
});

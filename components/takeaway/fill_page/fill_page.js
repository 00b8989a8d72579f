// “The blank” of “Masked words” as a page without a server: a sentence, and bars with the likeliest words.
// What is typed, and every token, is set as text and never as markup.

import { fixed } from "../../widgets/canvas/wording.js";
import { probabilityText } from "./probability_text.js";

const WORDS = 10;
const BLANK_LIMIT = 12; // with bars
const TYPING_MS = 300; // of rest, before a sentence that is being typed is read
const MESSAGES = {
  empty: "Type a sentence with [MASK] where a word is to be guessed.",
  "no blank": "Nothing is masked yet. Type [MASK] where a word is to be guessed.",
  "too long": "This text is longer than what the model reads at once. Shorten it.",
};
const FAILED = "The model does not run in this browser. Try another browser.";

const content = (id) => document.getElementById(id).textContent;
const settings = JSON.parse(content("settings"));
const box = document.querySelector("textarea");
const message = document.getElementById("message");
const results = document.getElementById("blanks");
const worker = new Worker(URL.createObjectURL(new Blob([content("worker")], { type: "text/javascript" })));
let lastNumber = 0; // of the sentence that was sent last; answers to earlier ones are not shown
let sentAt = 0;
let isBusy = false;
let timer;

worker.onerror = () => {
  isBusy = false;
  show(FAILED);
};
worker.onmessage = ({ data }) => {
  isBusy = false;
  if (data.number !== lastNumber) return send();
  document.getElementById("time").textContent =
    `This answer took ${fixed((performance.now() - sentAt) / 1000, 2)} s in your browser.`;
  if (data.error !== undefined) show(MESSAGES[data.error]);
  else show(headline(data.blanks), data.blanks.slice(0, BLANK_LIMIT));
};
box.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, TYPING_MS);
});
box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault(); // Enter reads the sentence at once; a line end would only be a space to the model
  clearTimeout(timer);
  ask();
});

worker.postMessage({ model: content("model").trim() });
document.getElementById("model").remove(); // the worker has it
box.value = settings.sentence;
ask();

/** Have the sentence in the box read, now or as soon as the worker is free. */
function ask() {
  lastNumber += 1;
  if (!isBusy) send();
}

function send() {
  isBusy = true;
  sentAt = performance.now();
  worker.postMessage({ number: lastNumber, sentence: box.value, count: WORDS });
}

function headline(blanks) {
  if (blanks.length > 1) return `The likeliest words for ${blanks.length} blanks, each filled without the others.`;
  const [first] = blanks[0];
  return `“\u2068${label(first)}\u2069” is the top guess (${probabilityText(first.probability)}).`;
}

/** An ellipsis marks a token that continues the word before it. */
function label({ text, continues }) {
  return continues ? `…${text}` : text;
}

function show(text, blanks = []) {
  message.textContent = text;
  // Bars of all blanks have one scale: a bar twice as long is twice as likely.
  const largest = Math.max(...blanks.flat().map(({ probability }) => probability));
  results.replaceChildren(
    ...blanks.flatMap((words, number) => [
      ...(blanks.length > 1 ? [element("h2", `Blank ${number + 1}`)] : []),
      wordList(words, largest),
    ]),
  );
}

function wordList(words, largest) {
  const list = element("ol");
  for (const word of words) {
    const track = element("span");
    track.className = "track";
    const bar = element("span");
    bar.className = "bar";
    bar.style.width = `${(100 * word.probability) / largest}%`;
    track.append(bar);
    const row = element("li");
    row.append(element("bdi", label(word)), track, element("span", probabilityText(word.probability)));
    list.append(row);
  }
  return list;
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

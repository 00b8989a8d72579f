// The river as a page without a server: a sentence with the word, and its thread in the river.

import mountRiver from "../../senses/river/river.js";
import { partOf } from "../../widgets/canvas/elements.js";
import { askModel, linkedSentence, textOf } from "../page/asking.js";
import { showFigure, storedData } from "../page/figure.js";
import { openedSentences, threadOf, withThreads } from "./thread.js";

/**
 * @import { OtherThread } from "./thread.js"
 * @import { WordsAnswer } from "./word_vectors.js"
 */

const FAILED = "The model does not run in this browser. Try another browser.";
const { sentence: opening, word, forms, pooling, limit, findings } = JSON.parse(textOf("settings"));
/** @type {Record<string, string>} */
const MESSAGES = {
  "too long": "This text is longer than what the model reads at once. Shorten it.",
  marks: "A letter in this text has too many accents or other marks. Remove some of them.",
  "no word": `“${word}” is not in this sentence. Add it to see its thread.`,
  "not read": "The model reads nothing where the word stands. Change the words around it.",
};
const bytes = storedData();
const river = openedSentences(JSON.parse(textOf("river-sentences")), bytes);
const drawFigure = showFigure(mountRiver, bytes);
const headline = partOf(document, "#message");
/** @type {HTMLTextAreaElement} */
const box = partOf(document, "textarea");
if (linkedSentence() !== null) {
  headline.textContent = findings[""]; // until the model is there
  drawFigure(withThreads(bytes, "", []));
}

const ask = askModel(opening, {
  isShown: true,
  question: () => ({ forms, pooling, limit }),
  show: (/** @type {WordsAnswer} */ { error, words = [] }, sentence) => {
    const threads = words.map((each) => ({ ...each, ...threadOf(river, sentence, each.vectors) }));
    headline.textContent = MESSAGES[error ?? ""] ?? findings[findingKey(threads)];
    drawFigure(withThreads(bytes, sentence, threads));
  },
  fail: () => {
    headline.textContent = FAILED;
  },
});

for (const button of document.querySelectorAll(".examples button")) {
  button.addEventListener("click", () => {
    box.value = button.textContent ?? "";
    ask();
  });
}

/** As `taken_findings` of components/senses/tables/taken_river.py writes it. @param {OtherThread[]} threads */
function findingKey(threads) {
  if (threads.length === 1 && threads[0].isFar) return "far";
  return threads.map(({ side }) => side).join(" ");
}

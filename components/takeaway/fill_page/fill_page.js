// “The blank” of “Masked words” as a page without a server: a sentence, and bars with the likeliest words.
// What is typed, and every token, is set as text and never as markup.

import { partOf } from "../../widgets/canvas/elements.js";
import { askModel, linkedSentence, textOf } from "../page/asking.js";
import { probabilityText } from "../page/probability_text.js";
import { showWordBars, wordLabel } from "./word_bars.js";

/**
 * @import { fillBlanks } from "../browser_model/blanks.js"
 * @import { Predicted } from "./word_bars.js"
 */

const BLANK_LIMIT = 12; // with bars
/** @type {Record<string, string>} */
const MESSAGES = {
  empty: "Type a sentence with [MASK] where a word is to be guessed.",
  "no blank": "Nothing is masked yet. Type [MASK] where a word is to be guessed.",
  "too long": "This text is longer than what the model reads at once. Shorten it.",
};
const FAILED = "The model does not run in this browser. Try another browser.";

const message = partOf(document, "#message");
const results = partOf(document, "#blanks");

const { sentence: opening, blanks: stored, count } = JSON.parse(textOf("settings"));
if (stored !== null && linkedSentence() === null) show(headline(stored), stored);

askModel(opening, {
  isShown: stored !== null,
  question: () => ({ count }),
  show: (/** @type {ReturnType<typeof fillBlanks>} */ { error, blanks }) => {
    if (error !== undefined) show(MESSAGES[error]);
    else show(headline(blanks), blanks.slice(0, BLANK_LIMIT));
  },
  fail: () => show(FAILED),
});

/** @param {Predicted[][]} blanks */
function headline(blanks) {
  if (blanks.length > 1) return `The likeliest words for ${blanks.length} blanks, each filled without the others.`;
  const [first] = blanks[0];
  return `“\u2068${wordLabel(first)}\u2069” is the top guess (${probabilityText(first.probability)}).`;
}

/** @param {string} text @param {Predicted[][]} [blanks] */
function show(text, blanks = []) {
  message.textContent = text;
  showWordBars(results, blanks);
}

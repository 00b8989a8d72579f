// The check on a phone: its questions one after another, at the student's own pace. No answer is called right or wrong.
// Until all are answered, they stay on the phone. A sheet has a character for each question: the letter of an option, or
// one of these.

import { byId } from "./parts.js";
import { store, stored } from "./storage.js";

/** @import { Check } from "./answers.js" */

const [DONT_KNOW, OPEN] = ["?", "-"];
const DONT_KNOW_TEXT = "I don’t know";
const DRAFT = "riverbank-check"; // of the check that this phone showed last
/** @type {Check | null} */
let check = null; // what the server asks
let sheet = "";
/** @type {[number, number] | null} */
let scores = null; // right answers before and after, once all questions are answered twice
let place = 0; // of the question on the screen
let isSkipped = false;
/** @type {(answer: { question: string, text: string }) => void} */
let send = () => {};

const isComplete = () => !sheet.includes(OPEN);
/** @param {Check} of */
const draftName = ({ question }) => `${document.body.dataset.code} ${question}`;

/**
 * Shows the check, or hides it.
 * @param {Check | null} what null if the server asks no check
 * @param {string} [answers] the whole sheet; "" if there is none yet
 * @param {(answer: { question: string, text: string }) => void} [sendSheet] takes the sheet once all is answered
 */
export function showCheck(what, answers = "", sendSheet = () => {}) {
  byId("check").hidden = !what;
  const isSame = what?.question === check?.question;
  check = what;
  if (!what || isSame) return;
  send = sendSheet;
  scores = what.scores;
  const draft = stored(DRAFT);
  const isOfThis = draft?.name === draftName(what);
  sheet = answers || (isOfThis ? draft.sheet : OPEN.repeat(what.items.length));
  isSkipped = isOfThis && draft.isSkipped;
  place = Math.max(sheet.indexOf(OPEN), 0);
  draw(what);
}

/**
 * Notes what the server says of the answers that it has stored.
 * @param {{ scores?: [number, number] | null } | undefined} progress
 */
export function noteProgress(progress) {
  if (!check || !progress?.scores) return;
  scores = progress.scores;
  draw(check);
}

/** @param {Check} of */
function draw(of) {
  const count = of.items.length;
  const isOver = isSkipped || isComplete();
  byId("check-place").textContent = isOver ? of.shown : `${of.shown}: question ${place + 1} of ${count}`;
  byId("check-question").textContent = isOver ? closingText(count) : of.items[place][0];
  byId("check-options").replaceChildren(...(isOver ? [] : optionButtons(of)));
  byId("check-back").hidden = isOver || place === 0;
  byId("check-skip").hidden = isComplete();
  byId("check-skip").textContent = isSkipped ? "Answer after all" : "Skip the check";
  byId("check-consent").hidden = isOver;
}

/** @param {number} count */
function closingText(count) {
  if (isSkipped && !isComplete()) return "You skipped the check. Watch the projector.";
  if (!scores) return "Thank you! Watch the projector.";
  return `Thank you! You had ${scores[0]} of ${count} right before, and ${scores[1]} now.`;
}

/** @param {Check} of */
function optionButtons(of) {
  const options = of.items[place][1].map((text, index) => [String.fromCharCode(65 + index), text]);
  return [...options, [DONT_KNOW, DONT_KNOW_TEXT]].map(([letter, text]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.ariaPressed = String(sheet[place] === letter);
    button.textContent = letter === DONT_KNOW ? text : `${letter}. ${text}`;
    button.addEventListener("click", () => answer(of, letter));
    return button;
  });
}

/** @param {Check} of @param {string} letter */
function answer(of, letter) {
  sheet = sheet.slice(0, place) + letter + sheet.slice(place + 1);
  place += 1; // the last answer completes the sheet: only those before it can have been gone back to
  if (isComplete()) send({ question: of.question, text: sheet });
  turn();
}

/** Draws what has changed and goes to its top, for readers of screens, too; what is not sent yet stays on the phone. */
function turn() {
  if (!check) return;
  store(DRAFT, isComplete() ? null : { name: draftName(check), sheet, isSkipped });
  draw(check);
  byId("check-question").focus();
}

byId("check-back").addEventListener("click", () => {
  place -= 1;
  turn();
});
byId("check-skip").addEventListener("click", () => {
  isSkipped = !isSkipped;
  turn();
});

// The check on a phone: its questions one after another, at the student's own pace. No answer is called right or wrong.
// Until all are answered, they stay on the phone. A sheet has a character for each question: the letter of an option, or
// one of these.

import { store, stored } from "./storage.js";

const [DONT_KNOW, OPEN] = ["?", "-"];
const DONT_KNOW_TEXT = "I don’t know";
const DRAFT = "riverbank-check"; // of the check that this phone showed last
/** @returns {any} */
const byId = (id) => document.getElementById(id);
let check = null; // what the server asks
let sheet = "";
let scores = null; // right answers before and after, once all questions are answered twice
let place = 0; // of the question on the screen
let isSkipped = false;
let send = null;

const isComplete = () => !sheet.includes(OPEN);
const draftName = () => `${document.body.dataset.code} ${check.question}`;

/**
 * Shows the check, or hides it.
 * @param {any} what what the server asks, with its questions and the scores; null if it asks no check
 * @param {string} answers the whole sheet; "" if there is none yet
 * @param {(answer: {question: string, text: string}) => void} sendSheet takes the sheet once all is answered
 */
export function showCheck(what, answers = "", sendSheet = null) {
  byId("check").hidden = !what;
  const isSame = what?.question === check?.question;
  check = what;
  if (!what || isSame) return;
  send = sendSheet;
  scores = what.scores;
  const draft = stored(DRAFT);
  const isOfThis = draft?.name === draftName();
  sheet = answers || (isOfThis ? draft.sheet : OPEN.repeat(what.items.length));
  isSkipped = isOfThis && draft.isSkipped;
  place = Math.max(sheet.indexOf(OPEN), 0);
  draw();
}

/** Notes what the server says of the answers that it has stored. */
export function noteProgress(progress) {
  if (!check || !progress?.scores) return;
  scores = progress.scores;
  draw();
}

function draw() {
  const count = check.items.length;
  const isOver = isSkipped || isComplete();
  byId("check-place").textContent = isOver ? check.shown : `${check.shown}: question ${place + 1} of ${count}`;
  byId("check-question").textContent = isOver ? closingText(count) : check.items[place][0];
  byId("check-options").replaceChildren(...(isOver ? [] : optionButtons()));
  byId("check-back").hidden = isOver || place === 0;
  byId("check-skip").hidden = isComplete();
  byId("check-skip").textContent = isSkipped ? "Answer after all" : "Skip the check";
  byId("check-consent").hidden = isOver;
}

function closingText(count) {
  if (isSkipped && !isComplete()) return "You skipped the check. Watch the projector.";
  if (!scores) return "Thank you! Watch the projector.";
  return `Thank you! You had ${scores[0]} of ${count} right before, and ${scores[1]} now.`;
}

function optionButtons() {
  const options = check.items[place][1].map((text, index) => [String.fromCharCode(65 + index), text]);
  return [...options, [DONT_KNOW, DONT_KNOW_TEXT]].map(([letter, text]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.ariaPressed = String(sheet[place] === letter);
    button.textContent = letter === DONT_KNOW ? text : `${letter}. ${text}`;
    button.addEventListener("click", () => answer(letter));
    return button;
  });
}

function answer(letter) {
  sheet = sheet.slice(0, place) + letter + sheet.slice(place + 1);
  place += 1; // the last answer completes the sheet: only those before it can have been gone back to
  if (isComplete()) send({ question: check.question, text: sheet });
  turn();
}

/** Draws what has changed and goes to its top, for readers of screens, too; what is not sent yet stays on the phone. */
function turn() {
  store(DRAFT, isComplete() ? null : { name: draftName(), sheet, isSkipped });
  draw();
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

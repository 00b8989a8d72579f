// The check on a phone: its questions one after another, at the student's own pace. No answer is called right or wrong.
// A sheet has a character for each question: the letter of an option, or one of these.

import { store, stored } from "./storage.js";

const [DONT_KNOW, OPEN] = ["?", "-"];
const DONT_KNOW_TEXT = "I don’t know";
const SKIPPED = "riverbank-check-skipped";
/** @returns {any} */
const byId = (id) => document.getElementById(id);
let check = null; // what the server asks
let sheet = "";
let scores = null; // right answers before and after, once all questions are answered twice
let place = 0; // of the question on the screen
let isSkipped = false;
let sendSheet = null;

/** Whether every question of a sheet has an answer. */
export const isComplete = (answers) => answers !== "" && !answers.includes(OPEN);

/**
 * Shows the check, or hides it.
 * @param {any} what what the server asks, with its questions and the scores; null if it asks no check
 * @param {string} answers the sheet so far; "" if nothing is answered yet
 * @param {(question: string, sheet: string) => void} send takes the sheet after each answer
 */
export function showCheck(what, answers = "", send = null) {
  byId("check").hidden = !what;
  const isSame = what?.question === check?.question;
  check = what;
  if (!what || isSame) return;
  sendSheet = send;
  scores = what.scores;
  sheet = answers || OPEN.repeat(what.items.length);
  place = Math.max(sheet.indexOf(OPEN), 0);
  isSkipped = stored(SKIPPED) === skipName();
  draw();
}

/** Notes what the server says of the answers that it has stored. */
export function noteProgress(progress) {
  if (!check || !progress?.scores) return;
  scores = progress.scores;
  draw();
}

const skipName = () => `${document.body.dataset.code} ${check.question}`;

function draw() {
  const count = check.items.length;
  const isOver = isSkipped || isComplete(sheet);
  byId("check-place").textContent = isOver ? check.shown : `${check.shown}: question ${place + 1} of ${count}`;
  byId("check-question").textContent = isOver ? closingText(count) : check.items[place][0];
  byId("check-options").replaceChildren(...(isOver ? [] : optionButtons()));
  byId("check-back").hidden = isOver || place === 0;
  byId("check-skip").hidden = isComplete(sheet);
  byId("check-skip").textContent = isSkipped ? "Answer after all" : "Skip the check";
  byId("check-consent").hidden = isOver;
}

function closingText(count) {
  if (isSkipped && !isComplete(sheet)) return "You skipped the check. Watch the projector.";
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
  sendSheet(check.question, sheet);
  turn();
}

/** Draws, and goes to the top of what is new: for readers of screens, too. */
function turn() {
  draw();
  byId("check-question").focus();
}

byId("check-back").addEventListener("click", () => {
  place -= 1;
  turn();
});
byId("check-skip").addEventListener("click", () => {
  isSkipped = !isSkipped;
  store(SKIPPED, isSkipped ? skipName() : null);
  turn();
});

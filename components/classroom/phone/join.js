// A student's phone: what is asked, something to send in, and the projector's page for who wants it.
// Everything that comes from elsewhere is set as text. What could not be sent is kept and tried again.

import { HINTS, INPUT_MODES, isOneWord, isPick, labelText } from "./answers.js";
import { saveCard } from "./card.js";
import { noteProgress, showCheck } from "./check.js";
import { forgetKeepsake, keep, keepsakeOf, keepsakeOfPage, linkOfCard, showCard } from "./keepsake.js";
import { chooseLabel, goesOn, legendOf, setTyped, showBoxes, typedText } from "./pair.js";
import { byId, listOf } from "./parts.js";
import { showProjector } from "./projector.js";
import { showEnd, showResult } from "./results.js";
import { store, stored } from "./storage.js";

/** @import { Answer, Check, Question } from "./answers.js" */

const { code = "", root = "" } = document.body.dataset;
/** @type {HTMLTextAreaElement} */
const textBox = byId("text");
/** @type {HTMLFormElement} */
const form = byId("entry");
// Milliseconds; spread, so that three hundred phones do not ask at once. The server answers when there is something new.
const SOON = 300;
const AFTER_ERROR = 2500;
const SPREAD = 1000;
const LONGEST = 20_000; // for which an answer is waited for
const WAITING = `riverbank-waiting-${code}`;
const TYPED = `riverbank-typed-${code}`; // what is typed or chosen and not sent yet
let known = 0;
/** @type {Question | null} */
let openQuestion = null;
let sending = false;
let joined = false;
let refused = false;
let left = false;
let isOver = !code; // the class
let unknown = 0; // times in a row that the server did not know this phone although it had just let it in
let lateFor = ""; // the question to which this phone's answer came too late
const LEFT = "You have left the class. To come back, open its link again: your answers are still there.";
const [DELETE, DELETED] = ["Delete the card", "The card is deleted."]; // once there is no class to leave
const ENDED = "This class has ended. Thank you!";
const NO_COOKIES =
  "Your answers cannot be counted: this browser stores no cookies. Allow cookies for this site, then reload this page.";
const OFFLINE = "No connection. Trying again… What you send is kept on this phone until then.";
const ONE_WORD = "Write one word: the model’s answer is a single word.";
const tooLong = (/** @type {number} */ limit) => `At most ${limit} characters: the rest is cut.`;
const NO_LABEL = "Also choose what the word means.";
const LOST = "The server has lost this class. If the lecture goes on, your lecturer has a new code for you.";

/** @type {(Answer & { id: string })[]} */
let waiting = stored(WAITING) || []; // answers to be sent
const keepWaiting = (/** @type {typeof waiting} */ answers) => {
  store(WAITING, answers);
  waiting = answers;
};

/** @param {string} text */
function say(text) {
  byId("told").textContent = text;
}

/** @param {Question | null} what @param {[string, string][]} [sent] */
function ask(what, sent = []) {
  const before = openQuestion?.question;
  const same = before && before === what?.question;
  openQuestion = what;
  form.hidden = !what;
  byId("message").textContent = what ? "" : "No question at the moment. Watch the projector.";
  if (same) return;
  if (!lateFor || before !== lateFor) say(""); // what came too late is told beside whatever follows
  byId("news").textContent = what ? `New question: ${what.note} ${what.shown}` : ""; // for whoever cannot see that it is there
  byId("sent").hidden = true; // answers to the question before
  listOf("sent").replaceChildren();
  if (!what) return;
  const choice = isPick(what);
  byId("note").textContent = what.note;
  byId("note").hidden = !what.note;
  byId("sent-title").textContent = what.counts_once ? "Your answer" : "Your answers";
  byId("asked").textContent = what.shown;
  byId("asked").hidden = textBox.hidden = choice;
  showBoxes(what);
  textBox.inputMode = INPUT_MODES[what.kind] || "text";
  textBox.placeholder = HINTS[what.kind] || "";
  setTyped("");
  byId("legend").textContent = choice ? what.shown : legendOf(what.kind);
  byId("labels").dataset.kind = what.kind;
  byId("labels").translate = what.kind !== "place"; // tokens are data
  byId("labels")
    .querySelector("div")
    ?.replaceChildren(
      ...what.labels.map((name, number) => {
        const label = document.createElement("label");
        const radio = document.createElement("input");
        radio.type = "radio";
        radio.name = "label";
        radio.value = name;
        label.append(radio, ` ${labelText(what, number)}`);
        return label;
      }),
    );
  byId("labels").hidden = what.labels.length === 0;
  for (const [text, label] of sent) list(text, label, what.counts_once);
  restoreTyped(what);
}

// A page that is loaded again shows what stood in its form.
function keepTyped() {
  /** @type {HTMLInputElement | null} */
  const chosen = document.querySelector("[name=label]:checked");
  const typed = { question: openQuestion?.question, text: typedText(), label: chosen?.value };
  store(TYPED, typed, "sessionStorage");
}

/** @param {Question} question */
function restoreTyped({ question }) {
  const typed = stored(TYPED, "sessionStorage");
  if (typed?.question !== question) return;
  setTyped(typed.text);
  for (const radio of document.querySelectorAll("[name=label]")) {
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === typed.label;
  }
}

/** @param {Check | null} check */
function showSheet(check) {
  if (check) byId("message").textContent = "";
  const unsent = waiting.find((entry) => entry.question === check?.question);
  showCheck(check, unsent?.text || check?.sheet, (answer) => send({ ...answer, label: "", isCheck: true }));
}

/** @param {Answer} answer */
function send(answer) {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join("");
  keepWaiting([...waiting, { id, ...answer }]);
  if (joined) deliver();
}

async function look() {
  if (left) return;
  let delay = AFTER_ERROR + Math.random() * SPREAD;
  try {
    // What waits to be sent is sent between two questions, so nobody waits long then.
    const wait = joined && !waiting.length ? "&wait=1" : "";
    const address = `${root}/${code}/state?known=${known}${wait}`;
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout?.(LONGEST) });
    if (answer.ok && wait) delay = Math.random() * SOON;
    if (answer.status === 404) return gone(await answer.json());
    if (answer.status === 200) {
      const state = await answer.json();
      if (left) return;
      if (!state.open) return gone({ ended: true, message: ENDED });
      showProjector(state.shows, state.held_back);
      known = state.version;
      ask(state.check ? null : state.ask, state.sent);
      showSheet(state.check && { ...state.ask, ...state.check });
      if (state.card) keep(code, state.card, state.scores);
      showResult(state.result, code);
      showEnd(state.finished, state.scores, code);
    } else if (answer.status !== 204) {
      waits((await answer.json()).message);
    }
    if (!joined) await join();
    if (joined && waiting.length) deliver();
    isReached(true);
  } catch {
    isReached(false);
  }
  setTimeout(look, delay);
}

// Whoever is in the middle of an answer is told, too. One failure is no reason: the next look may succeed.
let failures = 0;

/** @param {boolean} reached */
function isReached(reached) {
  failures = reached ? 0 : failures + 1;
  const isLost = failures > 1 || (failures && (!known || !navigator.onLine));
  byId("offline").textContent = isLost ? OFFLINE : "";
}

/** @param {string} message */
function waits(message) {
  if (!openQuestion) byId("message").textContent = message;
}

// Only a phone that runs this joins: who makes a preview of the link does not. Without cookies a phone would be a new one
// each time, and the projector would count all of them.
async function join() {
  if (unknown > 1 || !navigator.cookieEnabled) return say(NO_COOKIES);
  const answer = await fetch(`${root}/${code}/students`, { method: "POST" });
  const reply = await answer.json();
  joined = answer.ok && !reply.rejected;
  if (joined) {
    if (refused) say("");
    refused = false;
    if (!keepsakeOf(code)) forgetKeepsake(); // of the class before
    return;
  }
  refused = true;
  say(reply.message);
}

/** @param {{ ended?: boolean, message: string }} answer */
function gone(answer) {
  isOver = true;
  ask(null);
  showCheck(null);
  showResult(null, code);
  showKeepsake();
  const lost = known && !answer.ended;
  byId("message").textContent = lost ? LOST : answer.message;
  byId("door").hidden = Boolean(answer.ended);
  byId("projector").hidden = true;
}

/** What is kept of the class that this page is about, once there is nothing else to show. */
function showKeepsake() {
  const keepsake = keepsakeOfPage();
  byId("leave").textContent = DELETE;
  showEnd(false, keepsake?.scores ?? [], code);
  showCard(keepsake);
  byId("end").hidden = !keepsake;
}

// One at a time, in the order in which it was typed; each has a name of its own, so that the server counts it once.
async function deliver() {
  if (sending || !waiting.length) return;
  sending = true;
  const entry = waiting[0];
  try {
    const answer = await fetch(`${root}/${code}/entries`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(entry),
    });
    if (answer.status >= 500) throw new Error("try again");
    const reply = await answer.json();
    unknown = answer.status === 401 ? unknown + 1 : 0;
    if (unknown) joined = false; // the next look joins, and sends it then
    if (unknown || answer.status === 429) {
      say(unknown > 1 ? NO_COOKIES : reply.message);
      sending = false;
      return;
    }
    keepWaiting(waiting.slice(1));
    if (answer.ok && !reply.rejected) {
      if (entry.isCheck) noteProgress(reply.check);
      else accepted(entry, reply.waits);
    } else if (entry.isCheck) {
      say(reply.message);
    } else if (reply.late) {
      lateFor = entry.question;
      say(`${reply.message} “${entry.text}” does not count.`);
    } else {
      say(reply.message || "The server did not accept that. Change it and send it again.");
      if (!typedText().trim()) {
        setTyped(entry.text); // nothing that was typed is lost
        chooseLabel(entry.label);
      }
      keepTyped();
    }
  } catch {
    say("No connection. Your answer is saved here and will be sent when you are back online.");
  }
  sending = false;
}

/** @param {Answer} entry @param {boolean} waits */
function accepted(entry, waits) {
  if (openQuestion?.question !== entry.question) return say("Sent.");
  const once = openQuestion.counts_once;
  if (waits) say("Sent. Your lecturer decides whether it is shown.");
  else say(once ? "Sent. You can change your answer until the projector shows the model’s." : "Sent.");
  list(entry.text, entry.label, once);
}

/**
 * What was sent: of a question that takes one answer, the last one counts.
 * @param {string} text @param {string} label @param {boolean} once
 */
function list(text, label, once) {
  const line = document.createElement("li");
  line.textContent = label ? `“${text}” · ${label}` : text;
  const lines = listOf("sent");
  byId("sent").hidden = false;
  if (once) lines.replaceChildren(line);
  else lines.prepend(line);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!openQuestion) return;
  /** @type {HTMLInputElement | null} */
  const chosen = document.querySelector("[name=label]:checked");
  const choice = isPick(openQuestion);
  const text = choice ? chosen?.value : typedText(true);
  if (!text) return say(openQuestion.nothing);
  if (openQuestion.kind === "word" && !isOneWord(text)) return say(ONE_WORD);
  if (openQuestion.kind === "fooling" && !chosen) return say(NO_LABEL);
  setTyped("");
  const label = chosen && !choice ? chosen.value : "";
  if (!openQuestion.counts_once) chooseLabel(""); // the next one has a label of its own
  keepTyped();
  say("Sending…");
  send({ question: openQuestion.question, text, label });
});
form.addEventListener("keydown", (event) => {
  if (event.isComposing || event.keyCode === 229) return; // ends a word of an input method; 229: in Safari
  if (event.target instanceof HTMLTextAreaElement && event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (!goesOn(event.target)) form.requestSubmit();
  }
});
form.addEventListener("beforeinput", (event) => {
  const box = event.target;
  if (!(box instanceof HTMLTextAreaElement)) return;
  const rest = box.value.length - (box.selectionEnd - box.selectionStart);
  const cut = tooLong(box.maxLength);
  // Where a keyboard composes a word, its letters are in the box already.
  if (!event.isComposing && rest + (event.data ?? "").length > box.maxLength) say(cut);
  else if (byId("told").textContent === cut) say("");
});
form.addEventListener("input", keepTyped);
byId("save").addEventListener("click", () => saveCard(byId("picture"), linkOfCard()));
window.addEventListener("offline", () => isReached(false)); // a look that is under way may not fail for seconds
byId("leave").addEventListener("click", () => {
  left = true;
  forgetKeepsake();
  gone({ ended: true, message: isOver ? DELETED : LEFT });
});

if (code) {
  byId("class").textContent = `class ${code}`;
  look();
} else {
  byId("door").hidden = false;
  showKeepsake();
}

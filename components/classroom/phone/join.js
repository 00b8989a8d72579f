// A student's phone: what is asked, something to send in, and the projector's page for who wants it.
// Everything that comes from elsewhere is set as text. What could not be sent is kept and tried again.

import { saveCard } from "./card.js";
import { noteProgress, showCheck } from "./check.js";
import { forgetKeepsake, keep, keepsakeOf, keepsakeOfPage, linkOfCard, showCard } from "./keepsake.js";
import { chooseLabel, goesOn, legendOf, setTyped, showBoxes, typedText } from "./pair.js";
import { store, stored } from "./storage.js";

const { code, root } = document.body.dataset;
/** @returns {any} */
const byId = (id) => document.getElementById(id);
// Milliseconds; spread, so that three hundred phones do not ask at once. The server answers when there is something new.
const SOON = 300;
const AFTER_ERROR = 2500;
const SPREAD = 1000;
const LONGEST = 20_000; // for which an answer is waited for
const FOLLOW_SPREAD = 3000;
const WAITING = `riverbank-waiting-${code}`;
const TYPED = `riverbank-typed-${code}`; // what is typed or chosen and not sent yet
let known = 0;
let openQuestion = null;
let shows = "";
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
const INPUT_MODES = { number: "decimal", "whole number": "numeric" };
const HINTS = { word: "One word", number: "A number", "whole number": "A whole number" };
const ONE_WORD = "Write one word: the model’s answer is a single word.";
// What does not count beside a word: as the server reads it (normalise_guess), which has the last say.
const EDGES = /^[\s\p{P}]+|[\s\p{P}]+$/gu;
const ARTICLES = /^((an?|the)\s[\s\p{P}]*)+/iu;
const isOneWord = (typed) => !/\s/.test(typed.replace(EDGES, "").replace(ARTICLES, ""));
const tooLong = (limit) => `At most ${limit} characters: the rest is cut.`;
const NO_LABEL = "Also choose what the word means.";
// Whether an answer is one of the labels, and nothing is typed.
const isPick = (what) => ["choice", "place"].includes(what.kind);
const LOST = "The server has lost this class. If the lecture goes on, your lecturer has a new code for you.";

let waiting = stored(WAITING) || []; // answers to be sent
const keepWaiting = (answers) => {
  store(WAITING, answers);
  waiting = answers;
};

function say(text) {
  byId("told").textContent = text;
}

function ask(what, sent = []) {
  const before = openQuestion?.question;
  const same = before && before === what?.question;
  openQuestion = what;
  byId("entry").hidden = !what;
  byId("message").textContent = what ? "" : "No question at the moment. Watch the projector.";
  if (same) return;
  if (!lateFor || before !== lateFor) say(""); // what came too late is told beside whatever follows
  byId("news").textContent = what ? `New question: ${what.note} ${what.shown}` : ""; // for whoever cannot see that it is there
  byId("sent").hidden = true; // answers to the question before
  byId("sent").querySelector("ul").replaceChildren();
  if (!what) return;
  const choice = isPick(what);
  byId("note").textContent = what.note;
  byId("note").hidden = !what.note;
  byId("sent-title").textContent = what.counts_once ? "Your answer" : "Your answers";
  byId("asked").textContent = what.shown;
  byId("asked").hidden = byId("text").hidden = choice;
  showBoxes(what);
  byId("text").inputMode = INPUT_MODES[what.kind] || "text";
  byId("text").placeholder = HINTS[what.kind] || "";
  setTyped("");
  byId("legend").textContent = choice ? what.shown : legendOf(what.kind);
  byId("labels").dataset.kind = what.kind;
  byId("labels").translate = what.kind !== "place"; // tokens are data
  const place = byId("labels").querySelector("div");
  place.replaceChildren(
    ...what.labels.map((name, number) => {
      const label = document.createElement("label");
      const radio = document.createElement("input");
      radio.type = "radio";
      radio.name = "label";
      radio.value = name;
      // The letters of the projector, which lists the options of a choice alone.
      const letter = what.kind === "choice" ? `${String.fromCharCode(65 + number)}. ` : "";
      label.append(radio, ` ${letter}${name}`);
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

function restoreTyped({ question }) {
  const typed = stored(TYPED, "sessionStorage");
  if (typed?.question !== question) return;
  setTyped(typed.text);
  for (const radio of document.querySelectorAll("[name=label]")) {
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === typed.label;
  }
}

// What the class answered, what the model says, and how many this phone had right so far.
function tell(result) {
  byId("result").hidden = !result;
  showCard(result?.fooled ? keepsakeOf(code) : null);
  if (!result) return;
  byId("message").textContent = "";
  byId("result-question").textContent = result.shown;
  byId("verdict").textContent = verdict(result);
  byId("explanation").textContent = result.explanation;
  byId("score").textContent = result.questions
    ? `Your score: ${result.score} of ${result.questions}${result.missed ? " since you joined" : ""}`
    : "";
  byId("shares-title").hidden = !result.counts.length;
  byId("shares").replaceChildren(
    ...result.counts.map(([answer, count, isRight]) => {
      const line = document.createElement("li");
      const bar = document.createElement("meter");
      bar.max = result.total;
      bar.value = count;
      bar.ariaLabel = `${answer}: ${count} of ${result.total}`;
      const percent = Math.round((100 * count) / result.total);
      const whose = [answer === result.answer ? "You" : "", isRight ? "Model" : ""].filter(Boolean);
      line.append(`${answer}: ${percent}% (${count})`, ...whose.map(badge), bar);
      return line;
    }),
  );
}

/** Whose answer it is. */
function badge(name) {
  const mark = document.createElement("b");
  mark.textContent = name;
  return mark;
}

// The end of a tour: how many this phone had right, of its quiz and of all questions, and what to try next.
function showEnd(finished, scores) {
  byId("end").hidden = !finished;
  if (finished) {
    byId("message").textContent = "";
    showCard(keepsakeOf(code));
  }
  byId("scores").hidden = !scores.length;
  byId("scores")
    .querySelector("ul")
    .replaceChildren(
      ...scores.map(([name, right, count]) => {
        const line = document.createElement("li");
        line.textContent = `${name}: ${right} of ${count}`;
        return line;
      }),
    );
}

function verdict({ answer, right, verdict: onAnswer }) {
  return [`You: ${answer || "no answer"}`, right && `Model: ${right}`, onAnswer].filter(Boolean).join("\n");
}

// The projector's page; it is kept back while the projector waits for an answer.
function show(address, heldBack) {
  byId("projector").hidden = !address && !heldBack;
  byId("later").hidden = !heldBack;
  if (address === shows) return;
  shows = address;
  byId("open").hidden = !address;
  byId("open").href = address;
  if (!byId("follow").checked) return;
  setTimeout(follow, byId("frame").hidden ? 0 : Math.random() * FOLLOW_SPREAD);
}

function follow() {
  const on = byId("follow").checked && shows;
  byId("frame").hidden = !on;
  // Without settings, for which a frame on a phone has no room.
  const address = on && `${shows}${shows.includes("?") ? "&" : "?"}hide=controls`;
  if (!on) byId("frame").removeAttribute("src");
  else if (byId("frame").getAttribute("src") !== address) byId("frame").src = address;
}

function showSheet(check) {
  if (check) byId("message").textContent = "";
  const unsent = waiting.find((entry) => entry.question === check?.question);
  showCheck(check, unsent?.text || check?.sheet, (answer) => send({ ...answer, label: "", isCheck: true }));
}

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
      show(state.shows, state.held_back);
      known = state.version;
      ask(state.check ? null : state.ask, state.sent);
      showSheet(state.check && { ...state.ask, ...state.check });
      if (state.card) keep(code, state.card, state.scores);
      tell(state.result);
      showEnd(state.finished, state.scores);
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

function isReached(reached) {
  failures = reached ? 0 : failures + 1;
  const isLost = failures > 1 || (failures && (!known || !navigator.onLine));
  byId("offline").textContent = isLost ? OFFLINE : "";
}

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

function gone(answer) {
  isOver = true;
  ask(null);
  showCheck(null);
  tell(null);
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
  showEnd(false, keepsake?.scores ?? []);
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

function accepted(entry, waits) {
  if (openQuestion?.question !== entry.question) return say("Sent.");
  const once = openQuestion.counts_once;
  if (waits) say("Sent. Your lecturer decides whether it is shown.");
  else say(once ? "Sent. You can change your answer until the projector shows the model’s." : "Sent.");
  list(entry.text, entry.label, once);
}

// What was sent: of a question that takes one answer, the last one counts.
function list(text, label, once) {
  const line = document.createElement("li");
  line.textContent = label ? `“${text}” · ${label}` : text;
  const lines = byId("sent").querySelector("ul");
  byId("sent").hidden = false;
  if (once) lines.replaceChildren(line);
  else lines.prepend(line);
}

byId("entry").addEventListener("submit", (event) => {
  event.preventDefault();
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
byId("entry").addEventListener("keydown", (event) => {
  if (event.isComposing || event.keyCode === 229) return; // ends a word of an input method; 229: in Safari
  if (event.target.matches("textarea") && event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (!goesOn(event.target)) byId("entry").requestSubmit();
  }
});
byId("entry").addEventListener("beforeinput", (event) => {
  const box = event.target;
  const rest = box.value.length - (box.selectionEnd - box.selectionStart);
  const cut = tooLong(box.maxLength);
  // Where a keyboard composes a word, its letters are in the box already.
  if (!event.isComposing && rest + (event.data ?? "").length > box.maxLength) say(cut);
  else if (byId("told").textContent === cut) say("");
});
byId("entry").addEventListener("input", keepTyped);
byId("follow").addEventListener("change", follow);
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

// A student's phone: what is asked, something to send in, and the projector's page for who wants it.
// Everything that comes from elsewhere is set as text. What could not be sent is kept and tried again.
"use strict";
const { code, root } = document.body.dataset;
const at = (id) => document.getElementById(id);
const EVERY = 2500, SPREAD = 1000, FOLLOW_SPREAD = 3000; // milliseconds: so that three hundred do not ask at once
const KEPT = `riverbank-waiting-${code}`;
let known = 0, asked = null, shows = "", sending = false, joined = false, refused = false;
const ENDED = "This class has ended. Thank you!";
const LOST = "The server has lost this class. If the lecture goes on, your lecturer has a new code for you.";

const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || []; } catch { return []; } };
const keep = (waiting) => { try { localStorage.setItem(KEPT, JSON.stringify(waiting)); } catch { /* private window */ } memory = waiting; };
let memory = kept();

function say(text) { at("told").textContent = text; }

function ask(what) {
  const same = asked && what && asked.question === what.question;
  asked = what;
  at("entry").hidden = !what;
  at("message").textContent = what ? "" : "No question at the moment. Watch the projector.";
  if (!what || same) return;
  at("asked").textContent = what.shown;
  at("text").maxLength = what.longest;
  at("text").value = "";
  say("");
  const place = at("labels").querySelector("div");
  place.replaceChildren(...what.labels.map((name) => {
    const label = document.createElement("label"), radio = document.createElement("input");
    radio.type = "radio"; radio.name = "label"; radio.value = name;
    label.append(radio, ` ${name}`);
    return label;
  }));
  at("labels").hidden = what.labels.length === 0;
}

// The projector's page; it is kept back while the projector waits for an answer.
function show(address, heldBack) {
  at("projector").hidden = !address && !heldBack;
  at("later").hidden = !heldBack;
  if (address === shows) return;
  shows = address;
  at("open").hidden = !address;
  at("open").href = address;
  if (!at("follow").checked) return;
  setTimeout(follow, at("frame").hidden ? 0 : Math.random() * FOLLOW_SPREAD);
}

function follow() {
  const on = at("follow").checked && shows;
  at("frame").hidden = !on;
  if (!on) at("frame").removeAttribute("src");
  else if (at("frame").getAttribute("src") !== shows) at("frame").src = shows;
}

async function look() {
  try {
    const answer = await fetch(`${root}/${code}/state?known=${known}`, { cache: "no-store" });
    if (answer.status === 404) return gone(await answer.json());
    if (answer.status === 200) {
      const state = await answer.json();
      if (!state.open) return gone({ ended: true, message: ENDED });
      show(state.shows, state.held_back);
      known = state.version;
      ask(state.ask);
    } else if (answer.status !== 204) {
      waits((await answer.json()).message);
    }
    if (!joined) await join();
    if (joined && memory.length) deliver();
  } catch { if (!known) waits("No connection. Trying again…"); }
  setTimeout(look, EVERY + Math.random() * SPREAD);
}

function waits(message) { if (!asked) at("message").textContent = message; }

// Only a phone that runs this joins: who makes a preview of the link does not.
async function join() {
  const answer = await fetch(`${root}/${code}/students`, { method: "POST" });
  joined = answer.ok;
  if (joined) { if (refused) say(""); refused = false; return; }
  refused = true;
  say((await answer.json()).message);
}

function gone(answer) {
  ask(null);
  const lost = known && !answer.ended;
  at("message").textContent = lost ? LOST : answer.message;
  at("door").hidden = Boolean(answer.ended);
  at("projector").hidden = true;
}

// One at a time, in the order in which it was typed; each has a name of its own, so that the server counts it once.
async function deliver() {
  if (sending || !memory.length) return;
  sending = true;
  const one = memory[0];
  try {
    const answer = await fetch(`${root}/${code}/entries`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(one),
    });
    if (answer.status >= 500) throw new Error("try again");
    const told = await answer.json();
    if (answer.status === 401) joined = false; // the next look joins, and sends it then
    if (answer.status === 401 || answer.status === 429) {
      say(told.message);
      sending = false;
      return;
    }
    keep(memory.slice(1));
    if (answer.ok) {
      say("Sent.");
      const line = document.createElement("li");
      line.textContent = one.label ? `${one.text} (${one.label})` : one.text;
      at("sent").hidden = false;
      at("sent").querySelector("ul").prepend(line);
    } else {
      say(told.message || "The server did not accept that. Change it and send it again.");
      if (!at("text").value) at("text").value = one.text; // nothing that was typed is lost
    }
  } catch { say("No connection. Your answer is saved here and will be sent when you are back online."); }
  sending = false;
}

at("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = at("text").value.trim(), chosen = document.querySelector("[name=label]:checked");
  if (!text) return say("Type something first.");
  const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join("");
  keep([...memory, { id, question: asked.question, text, label: chosen ? chosen.value : "" }]);
  at("text").value = "";
  say("Sending…");
  if (joined) deliver();
});
at("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); at("entry").requestSubmit(); }
});
at("follow").addEventListener("change", follow);

if (code) {
  at("class").textContent = `class ${code}`;
  look();
} else {
  at("door").hidden = false;
}

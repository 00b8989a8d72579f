// A student's telephone: what is asked, something to send in, and the projector's page for who wants it.
// Everything that comes from elsewhere is set as text. What could not be sent is kept and tried again.
"use strict";
const { code, root } = document.body.dataset;
const at = (id) => document.getElementById(id);
const EVERY = 2500, SPREAD = 1000, FOLLOW_SPREAD = 3000; // milliseconds: so that three hundred do not ask at once
const KEPT = `riverbank-waiting-${code}`;
let known = 0, asked = null, shows = "", sending = false;

const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || []; } catch { return []; } };
const keep = (waiting) => { try { localStorage.setItem(KEPT, JSON.stringify(waiting)); } catch { /* private window */ } memory = waiting; };
let memory = kept();

function say(text) { at("told").textContent = text; }

function ask(what) {
  const same = asked && what && asked.about === what.about && asked.kind === what.kind;
  asked = what;
  at("entry").hidden = !what;
  at("message").textContent = what ? "" : "Nothing is asked at the moment. Watch the projector.";
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

function show(address) {
  if (address === shows) return;
  shows = address;
  at("projector").hidden = !address;
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
    if (answer.status === 404) return ended(known ? "This class has ended. Thank you!" : (await answer.json()).message);
    if (answer.status === 200) {
      const state = await answer.json();
      if (!state.open) return ended("This class has ended. Thank you!");
      known = state.version;
      ask(state.ask);
      show(state.shows);
    }
    if (memory.length) deliver();
  } catch { if (!known) at("message").textContent = "No connection. Trying again…"; }
  setTimeout(look, EVERY + Math.random() * SPREAD);
}

function ended(message) {
  ask(null);
  at("message").textContent = message;
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
    keep(memory.slice(1));
    if (answer.ok) {
      say("Sent.");
      const line = document.createElement("li");
      line.textContent = one.label ? `${one.text} (${one.label})` : one.text;
      at("sent").hidden = false;
      at("sent").querySelector("ul").prepend(line);
    } else {
      say(told.message || "That was not taken.");
      if (!at("text").value) at("text").value = one.text; // nothing that was typed is lost
    }
  } catch { say("No connection. It is kept here and sent when there is one."); }
  sending = false;
}

at("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = at("text").value.trim(), chosen = document.querySelector("[name=label]:checked");
  if (!text) return say("Please type something.");
  const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join("");
  keep([...memory, { id, about: asked.about, text, label: chosen ? chosen.value : "" }]);
  at("text").value = "";
  say("Sending…");
  deliver();
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

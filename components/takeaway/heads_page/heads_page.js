// “Every head” as a page without a server: a sentence, and the app's atlas of all heads, which a worker computes.

import mountAtlas from "../../attention/atlas/attention_atlas.js";
import { askModel, linkedSentence, textOf } from "../page/asking.js";
import { showFigure, storedData } from "../page/figure.js";
import { withSettings } from "./atlas_bytes.js";

const MESSAGES = {
  empty: "Type a sentence.",
  "too long": "This text is longer than what the model reads at once. Shorten it.",
};
const FAILED = "The model does not run in this browser. Try another browser.";

const settings = JSON.parse(textOf("settings"));
const message = document.getElementById("message");
const figure = document.getElementById("figure");
let initial = settings.initial;
let showOther = null; // once there is an atlas

if (document.getElementById("figure-data") !== null && linkedSentence() === null) {
  putAtlas(storedData()); // until the model is there
  say(findingText());
}

askModel(settings.sentence, {
  question: () => ({ labels: settings.labels }),
  show: ({ error, count, payload }) => {
    figure.hidden = error !== undefined;
    if (error === undefined) showAtlas(count, payload);
    say(error === undefined ? findingText() : MESSAGES[error]);
  },
  fail: () => {
    figure.hidden = true;
    say(FAILED);
  },
});

function showAtlas(count, payload) {
  const view = count > settings.arcLimit ? "grid" : "arcs";
  putAtlas(withSettings({ initial, address: null, view, hide: settings.hide }, payload));
  initial = { ...initial, query: null, key: null }; // the head stays in another sentence; its words are others
}

function putAtlas(bytes) {
  if (showOther === null)
    showOther = showFigure(mountAtlas, bytes, { setStateValue: (_, choice) => takeChoice(choice) });
  else showOther(bytes);
}

/** Takes in what was chosen in the atlas. */
function takeChoice({ panel }) {
  initial = { panel, query: null, key: null };
  // The atlas draws in the next frame, and says aloud what is chosen: the line above it need not say it again.
  requestAnimationFrame(() => say(findingText(), "off"));
}

/** What the atlas says about what is chosen. */
function findingText() {
  return figure.shadowRoot.querySelector(".finding").textContent;
}

function say(text, live = "polite") {
  message.ariaLive = live;
  message.textContent = text;
}

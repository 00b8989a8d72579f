// “Every head” as a page without a server: a sentence, and the app's atlas of all heads, which a worker computes.

import mountAtlas from "../../attention/atlas/attention_atlas.js";
import { partOf } from "../../widgets/canvas/elements.js";
import { askModel, linkedSentence, textOf } from "../page/asking.js";
import { figureRoot, showFigure, storedData } from "../page/figure.js";
import { withSettings } from "./atlas_bytes.js";

/** @import { readHeads } from "./read_heads.js" */

/** @type {Record<string, string>} */
const MESSAGES = {
  empty: "Type a sentence.",
  "too long": "This text is longer than what the model reads at once. Shorten it.",
};
const FAILED = "The model does not run in this browser. Try another browser.";

const settings = JSON.parse(textOf("settings"));
const message = partOf(document, "#message");
const figure = partOf(document, "#figure");
/** @typedef {{ panel: [number, number] }} HeadChoice */
let initial = settings.initial;
/** @type {((bytes: Uint8Array<ArrayBuffer>) => void) | null} */
let showOther = null; // once there is an atlas

if (document.getElementById("figure-data") !== null && linkedSentence() === null) {
  putAtlas(storedData()); // until the model is there
  say(findingText());
}

askModel(settings.sentence, {
  question: () => ({ labels: settings.labels }),
  show: (/** @type {ReturnType<typeof readHeads>} */ { error, count, payload }) => {
    figure.hidden = error !== undefined;
    if (error === undefined) showAtlas(count, payload);
    say(error === undefined ? findingText() : MESSAGES[error]);
  },
  fail: () => {
    figure.hidden = true;
    say(FAILED);
  },
});

/** @param {number} count @param {Uint8Array} payload */
function showAtlas(count, payload) {
  const view = count > settings.arcLimit ? "grid" : "arcs";
  putAtlas(withSettings({ initial, address: null, view, hide: settings.hide }, payload));
  initial = { ...initial, query: null, key: null }; // the head stays in another sentence; its words are others
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function putAtlas(bytes) {
  if (showOther === null)
    showOther = showFigure(mountAtlas, bytes, {
      setStateValue: (/** @type {string} */ _, /** @type {HeadChoice} */ choice) => takeChoice(choice),
    });
  else showOther(bytes);
}

/** Takes in what was chosen in the atlas. @param {HeadChoice} headChoice */
function takeChoice({ panel }) {
  initial = { panel, query: null, key: null };
  // The atlas draws in the next frame, and says aloud what is chosen: the line above it need not say it again.
  requestAnimationFrame(() => say(findingText(), "off"));
}

/** What the atlas says about what is chosen. */
function findingText() {
  return partOf(figureRoot(), ".finding").textContent ?? "";
}

/** @param {string} text @param {string} [live] */
function say(text, live = "polite") {
  message.ariaLive = live;
  message.textContent = text;
}

// “Inside a layer” as a page without a server: the whole pass over any sentence. What the app would fetch when a floor or a
// number is opened, the worker computes.

import mountBuilding from "../../widgets/layer_building/layer_building.js";
import { askAside, askModel, linkedSentence, startWorker, textOf } from "../page/asking.js";
import { showFigure, storedData } from "../page/figure.js";

const MESSAGES = {
  empty: "Type a sentence.",
  "too long": "This text is longer than what the model reads at once. Shorten it.",
};
const FAILED = "The model does not run in this browser. Try another browser.";

const { sentence, plan, finding: firstFinding, ...opened } = JSON.parse(textOf("settings"));
const message = document.getElementById("message");
const figure = document.getElementById("figure");
const started = startWorker();
let chosen = opened;
let showBytes = null; // once there is a first pass

if (firstFinding !== undefined && linkedSentence() === null) {
  message.textContent = firstFinding; // until the model is there
  putPass(storedData());
}

askModel(sentence, {
  started,
  question: () => ({ plan, chosen, settings: { address: null, compact: false } }),
  show: ({ error, bytes, finding }) => {
    message.textContent = finding ?? MESSAGES[error];
    figure.hidden = bytes === undefined;
    if (figure.hidden) return;
    putPass(bytes);
  },
  fail: () => {
    message.textContent = FAILED;
  },
});

function putPass(bytes) {
  if (showBytes) showBytes(bytes);
  else showBytes = showFigure(mountBuilding, bytes, { getPart, setStateValue: takeChoice });
}

async function getPart(part, trace) {
  if (!(await started.hasModel)) throw new Error("no model");
  const { bytes } = await askAside(started.worker, { part, trace });
  if (bytes === null) throw new Error("another sentence");
  return bytes;
}

/** Keeps what is open for the next sentence; the line above the picture is about the chosen token. */
async function takeChoice(_name, choice) {
  const isSame = choice.token === chosen.token;
  chosen = choice;
  if (isSame || !(await started.hasModel)) return;
  const { finding } = await askAside(started.worker, { part: `finding/${choice.token}`, trace: choice.trace });
  if (chosen === choice && finding !== undefined) message.textContent = finding;
}

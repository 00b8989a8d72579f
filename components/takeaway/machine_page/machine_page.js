// “Inside a layer” as a page without a server: the whole pass over any sentence. What the app would fetch when a floor or a
// number is opened, the worker computes.

import { partOf } from "../../widgets/canvas/elements.js";
import mountBuilding from "../../widgets/layer_building/layer_building.js";
import { askAside, askModel, linkedSentence, startWorker, textOf } from "../page/asking.js";
import { showFigure, storedData } from "../page/figure.js";

/**
 * @import { PassAnswer } from "./machine_worker.js"
 * @import { Opened } from "./pass_bytes.js"
 */

/** @type {Record<string, string>} */
const MESSAGES = {
  empty: "Type a sentence.",
  "too long": "This text is longer than what the model reads at once. Shorten it.",
};
const FAILED = "The model does not run in this browser. Try another browser.";

const { sentence, plan, finding: firstFinding, ...opened } = JSON.parse(textOf("settings"));
const message = partOf(document, "#message");
const figure = partOf(document, "#figure");
const started = startWorker();
let chosen = opened;
/** @type {((bytes: Uint8Array<ArrayBuffer>) => void) | null} */
let showBytes = null; // once there is a first pass

if (firstFinding !== undefined && linkedSentence() === null) {
  message.textContent = firstFinding; // until the model is there
  putPass(storedData());
}

askModel(sentence, {
  started,
  question: () => ({ plan, chosen, settings: { address: null, compact: false } }),
  show: (/** @type {PassAnswer} */ { error, bytes, finding }) => {
    message.textContent = finding ?? MESSAGES[error ?? ""];
    figure.hidden = bytes === undefined;
    if (bytes) putPass(bytes);
  },
  fail: () => {
    message.textContent = FAILED;
  },
});

/** @param {Uint8Array<ArrayBuffer>} bytes */
function putPass(bytes) {
  if (showBytes) showBytes(bytes);
  else showBytes = showFigure(mountBuilding, bytes, { getPart, setStateValue: takeChoice });
}

/** @param {string} part @param {string} trace */
async function getPart(part, trace) {
  if (!(await started.hasModel)) throw new Error("no model");
  /** @type {PassAnswer} */
  const { bytes } = await askAside(started.worker, { part, trace });
  if (!bytes) throw new Error("another sentence");
  return bytes;
}

/**
 * Keeps what is open for the next sentence; the line above the picture is about the chosen token.
 * @param {string} _name @param {Opened & { trace: string }} choice
 */
async function takeChoice(_name, choice) {
  const isSame = choice.token === chosen.token;
  chosen = choice;
  if (isSame || !(await started.hasModel)) return;
  /** @type {PassAnswer} */
  const { finding } = await askAside(started.worker, { part: `finding/${choice.token}`, trace: choice.trace });
  if (chosen === choice && finding !== undefined) message.textContent = finding;
}

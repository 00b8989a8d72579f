// A page with a model: what is typed goes to the worker, and the answer to the last sentence comes back.

import { partOf } from "../../widgets/canvas/elements.js";
import { fixed } from "../../widgets/canvas/wording.js";
import { fetchModel } from "./weights_file.js";

const TYPING_MS = 300; // of rest, before a sentence that is being typed is read

/** What an element of the page holds as text. @param {string} id */
export function textOf(id) {
  return partOf(document, `#${id}`).textContent ?? "";
}

/** A sentence that the page's address names, as links of a site do; null for none. */
export function linkedSentence() {
  return new URLSearchParams(location.search).get("sentence");
}

/**
 * Starts the worker, and gives it the model: the one in the page, or in a site the file beside it.
 *
 * @returns {{ worker: Worker, hasModel: Promise<boolean> }}
 */
export function startWorker() {
  const worker = new Worker(URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" })));
  const inside = document.getElementById("model");
  if (inside === null) {
    const hasModel = fetchModel(JSON.parse(textOf("weights"))).then((model) => {
      if (model !== null) worker.postMessage({ model }, [model]);
      return model !== null;
    });
    return { worker, hasModel };
  }
  worker.postMessage({ model: textOf("model").trim() });
  inside.remove(); // the worker has it
  return { worker, hasModel: Promise.resolve(true) };
}

/**
 * What the worker answers to a question beside the one about the sentence.
 *
 * @template Answer
 * @param {Worker} worker
 * @param {object} question
 * @returns {Promise<Answer>}
 */
export function askAside(worker, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      resolve(data);
      port1.close();
    };
    worker.postMessage({ ...question, reply: port2 }, [port2]);
  });
}

/**
 * Has the worker read the sentence in the box, now and whenever it changes.
 *
 * @template Answer
 * @param {string} sentence The first sentence, unless the page's address names another.
 * @param {object} given
 * @param {{ worker: Worker, hasModel: Promise<boolean> }} [given.started]
 * @param {() => object} [given.question] What a question has besides the sentence.
 * @param {boolean} [given.isShown] Whether the page shows the answer to the first sentence already.
 * @param {(answer: Answer, sentence: string) => void} given.show Shows the answer to a sentence; of two that overtake
 *   each other only the later.
 * @param {() => void} given.fail Says that the model does not run in this browser.
 * @returns {() => void} Asks again about the sentence in the box.
 */
export function askModel(sentence, { started = startWorker(), question = () => ({}), isShown = false, show, fail }) {
  const { worker, hasModel } = started;
  /** @type {HTMLTextAreaElement} */
  const box = partOf(document, "textarea");
  let lastNumber = 0; // of the sentence that was sent last; answers to earlier ones are not shown
  let sentAt = 0;
  let sent = ""; // the sentence
  let isBusy = true; // until the worker has the model
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const send = () => {
    isBusy = true;
    sentAt = performance.now();
    sent = box.value;
    worker.postMessage({ number: lastNumber, sentence: sent, ...question() });
  };
  /** Has the sentence in the box read, now or as soon as the worker is free. */
  const ask = () => {
    clearTimeout(timer);
    lastNumber += 1;
    if (!isBusy) send();
  };
  worker.onerror = () => {
    isBusy = false;
    fail();
  };
  worker.onmessage = ({ data }) => {
    isBusy = false;
    if (data.number !== lastNumber) return send();
    partOf(document, "#time").textContent =
      `This answer took ${fixed((performance.now() - sentAt) / 1000, 2)} s in your browser.`;
    show(data, sent);
  };
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, TYPING_MS);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault(); // Enter reads the sentence at once; a line end would only be a space to the model
    ask();
  });
  const typed = box.value; // while the page was still being read: a large one takes its time
  const linked = linkedSentence();
  box.value = typed || (linked ?? sentence);
  if (!isShown || typed !== "" || linked !== null) ask();
  hasModel.then((has) => {
    if (!has) return;
    isBusy = false;
    if (lastNumber > 0) send();
  });
  return ask;
}

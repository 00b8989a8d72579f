// Runs the model in a second thread, so that the page stays responsive while it computes. The first message brings the
// packed model, in base64 or as bytes; each further one a question. Its answer goes back with the same number, or to the
// port that the question brings as `reply`.

import { decodeBase64 } from "./base64.js";
import { BrowserBert } from "./bert.js";

/**
 * `compute` takes the model and a question, and returns the answer's entries.
 * @template Question
 * @param {(bert: BrowserBert, question: Question) => object} compute
 */
export function serveModel(compute) {
  /** @type {BrowserBert} */
  let model;
  self.onmessage = ({ data }) => {
    if (data.model !== undefined) {
      model = new BrowserBert(typeof data.model === "string" ? decodeBase64(data.model).buffer : data.model);
    } else {
      (data.reply ?? self).postMessage({ number: data.number, ...compute(model, data) });
    }
  };
}

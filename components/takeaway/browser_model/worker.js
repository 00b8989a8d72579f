// Runs the model in a second thread, so that the page stays responsive while it computes. The first message brings
// the packed model in base64; each further one a sentence, whose answer carries the same number.

import { BrowserBert } from "./bert.js";
import { fillBlanks } from "./blanks.js";

let model = null;

self.onmessage = ({ data }) => {
  if (data.model !== undefined) model = new BrowserBert(decodeBase64(data.model));
  else self.postMessage({ number: data.number, ...fillBlanks(model, data.sentence, data.count) });
};

function decodeBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

// The model of a page that is one of a site: a file beside the pages, which all of them fetch.

import { partOf } from "../../widgets/canvas/elements.js";

/**
 * The bytes of the file.
 *
 * @param {{ address: string, size: number }} file Where it is, and how many bytes it has.
 * @param {(received: number) => void} report Called with the number of bytes that have come.
 */
export async function fetchWeights({ address, size }, report) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const bytes = new Uint8Array(size);
  if (!response.body) throw new Error(`${address}: nothing`);
  const reader = response.body.getReader();
  let received = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, received); // throws if the file is longer than the page knows it
    received += part.value.length;
    report(received);
  }
  if (received !== size) throw new Error(`${address}: ${received} bytes in place of ${size}`);
  return bytes.buffer;
}

/**
 * Fetches the model that the page names, and shows how far that is. Null if it cannot be had.
 * @param {{ name: string, address: string, size: number }} file
 */
export async function fetchModel(file) {
  const line = partOf(document, "#loading");
  const label = partOf(line, "label");
  /** @type {HTMLProgressElement} */
  const bar = partOf(line, "progress");
  bar.max = file.size;
  const megabytes = (/** @type {number} */ bytes) => Math.round(bytes / 1e6);
  try {
    const model = await fetchWeights(file, (received) => {
      bar.value = received;
      label.textContent = `Loading ${file.name}: ${megabytes(received)} of ${megabytes(file.size)} MB`;
    });
    line.textContent = `${file.name} runs in your browser.`;
    return model;
  } catch {
    line.textContent = `${file.name} could not be loaded. Reload the page to try again.`;
    return null;
  }
}

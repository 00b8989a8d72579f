// One pass over a sentence, for the atlas of its heads.

import { readText } from "../browser_model/reading.js";
import { atlasPayload } from "./atlas_bytes.js";

/** @import { BrowserBert } from "../browser_model/bert.js" */

/**
 * { count, payload }: the number of tokens and what `atlasPayload` makes; or { error }, which is "empty" or "too long".
 * @param {BrowserBert} bert @param {string} sentence @param {unknown[]} labels
 * @returns {{ count: number, payload: Uint8Array<ArrayBuffer>, error?: undefined } | { count?: undefined, payload?:
 *   undefined, error: string }}
 */
export function readHeads(bert, sentence, labels) {
  const { ids, error } = readText(bert, sentence);
  if (error !== undefined) return { error };
  const tokens = ids.map((id) => bert.tokenizer.vocabulary[id].replace(/^##/, ""));
  const last = ids.length - 1;
  const names = { trace: ids.join(" "), tokens, special: [0, last], labels }; // [CLS] and [SEP]
  return { count: ids.length, payload: atlasPayload(names, bert.forward(ids).attentions) };
}

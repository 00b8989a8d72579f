// One pass over a sentence, for the atlas of its heads.

import { readText } from "../browser_model/reading.js";
import { atlasPayload } from "./atlas_bytes.js";

/** { count, payload }: the number of tokens and what `atlasPayload` makes; or { error }, which is "empty" or "too long". */
export function readHeads(bert, sentence, labels) {
  const { ids, error } = readText(bert, sentence);
  if (error !== undefined) return { error };
  const tokens = ids.map((id) => bert.tokenizer.vocabulary[id].replace(/^##/, ""));
  const last = ids.length - 1;
  const names = { trace: ids.join(" "), tokens, special: [0, last], labels }; // [CLS] and [SEP]
  return { count: ids.length, payload: atlasPayload(names, bert.forward(ids).attentions) };
}

// What the worker of “Inside a layer” computes: the pass over a sentence, and later the parts of it that are looked at.

import { readText } from "../browser_model/reading.js";
import { serveModel } from "../browser_model/serving.js";
import { MachinePass } from "./machine_pass.js";
import { partBytes, passBytes, passFinding } from "./pass_bytes.js";

/** @import { MachinePlan, Opened } from "./pass_bytes.js" */

/** @typedef {{ error?: string, bytes?: Uint8Array<ArrayBuffer>, finding?: string }} PassAnswer */
/**
 * @typedef {{ sentence: string, plan: MachinePlan, settings: object, chosen: Opened, part?: string, trace?: string }}
 *   PassQuestion
 */

/** @type {MachinePass | null} */
let pass = null;
/** @type {MachinePlan} */
let words; // what the app has to say about each floor and box

serveModel((bert, /** @type {PassQuestion} */ { sentence, plan, settings, chosen, part, trace }) => {
  if (part !== undefined) return answerPart(part, trace);
  words = plan;
  const { ids, error } = readText(bert, sentence);
  if (error !== undefined) return { error };
  const isOther = pass !== null && pass.name !== ids.join(" "); // the page does not open at it, nor did it show it last
  if (pass === null || isOther) pass = new MachinePass(bert, ids);
  const { token } = chosen;
  const isThere = !isOther && token !== null && token < ids.length;
  const place = isThere ? { ...chosen, token } : { ...chosen, token: tokenToOpen(pass), cell: null };
  return { bytes: passBytes(pass, words, settings, place), finding: passFinding(pass, place.token) };
});

/**
 * A part of the pass; nothing if another sentence has come meanwhile.
 * @param {string} part @param {string | undefined} trace
 */
function answerPart(part, trace) {
  if (!pass || pass.name !== trace) return {};
  const [kind, token] = part.split("/");
  return kind === "finding" ? { finding: passFinding(pass, Number(token)) } : { bytes: partBytes(pass, words, part) };
}

/** The first blank; without one, the last word. @param {MachinePass} machinePass */
function tokenToOpen({ ids, tokens, bert }) {
  const blank = ids.indexOf(bert.tokenizer.maskId);
  if (blank >= 0) return blank;
  const inner = [...tokens.keys()].slice(1, -1); // between [CLS] and [SEP]
  return inner.findLast((place) => /^…?[\p{L}\p{N}]+$/u.test(tokens[place])) ?? inner.at(-1) ?? 0;
}

// What the worker of “Inside a layer” computes: the pass over a sentence, and later the parts of it that are looked at.

import { readText } from "../browser_model/reading.js";
import { serveModel } from "../browser_model/serving.js";
import { MachinePass } from "./machine_pass.js";
import { partBytes, passBytes, passFinding } from "./pass_bytes.js";

let pass = null;
let words = null; // what the app has to say about each floor and box

serveModel((bert, { sentence, plan, settings, chosen, part, trace }) => {
  if (part !== undefined) return answerPart(part, trace);
  words = plan;
  const { ids, error } = readText(bert, sentence);
  if (error !== undefined) return { error };
  const isOther = pass !== null && pass.name !== ids.join(" "); // the page does not open at it, nor did it show it last
  if (pass === null || isOther) pass = new MachinePass(bert, ids);
  const isThere = !isOther && chosen.token !== null && chosen.token < ids.length;
  const place = isThere ? chosen : { ...chosen, token: tokenToOpen(), cell: null };
  return { bytes: passBytes(pass, words, settings, place), finding: passFinding(pass, place.token) };
});

/** A part of the pass; nothing if another sentence has come meanwhile. */
function answerPart(part, trace) {
  if (pass?.name !== trace) return { bytes: null };
  const [kind, token] = part.split("/");
  return kind === "finding" ? { finding: passFinding(pass, Number(token)) } : { bytes: partBytes(pass, words, part) };
}

/** The first blank; without one, the last word. */
function tokenToOpen() {
  const blank = pass.ids.indexOf(pass.bert.tokenizer.maskId);
  if (blank >= 0) return blank;
  const inner = [...pass.tokens.keys()].slice(1, -1); // between [CLS] and [SEP]
  return inner.findLast((place) => /^…?[\p{L}\p{N}]+$/u.test(pass.tokens[place])) ?? inner.at(-1) ?? 0;
}

// A pass and its parts as bytes, as the app sends them to the same picture: components/tables/passes/payload.py.

import { fixed, plural } from "../../widgets/canvas/wording.js";
import { probabilityText } from "../page/probability_text.js";
import { calculationOf } from "./calculation.js";

/** @import { MachinePass } from "./machine_pass.js" */

/**
 * What the plan says about a box: its operation, and which boxes it is computed from.
 * @typedef {{ key: string, title: string, formula: string, about: string, heads: boolean, operation: string, inputs:
 *   string[], parts: string[], rule: string }} PlannedBox
 */
/**
 * What the app has to say about each floor and box.
 * @typedef {{ floors: string[], boxes: PlannedBox[][], differences: string[], level_boxes: Record<string, string[]> }}
 *   MachinePlan
 */
/**
 * What is open; without a token, whatever is of interest.
 * @typedef {{ floor: number, token: number | null, box: string, cell: [number, number] | null, level: string }} Opened
 */

const NARROW_ROW = 32; // numbers in a row of a picture where heads do not divide them

/**
 * Settings and the pass, with one floor of one token and the calculation of the largest number of a box.
 * @param {MachinePass} pass @param {MachinePlan} plan @param {object} settings
 * @param {Opened & { token: number }} opened
 */
export function passBytes(pass, plan, settings, { floor, token, box, cell, level }) {
  const key = plan.boxes[floor].some((each) => each.key === box) ? box : plan.boxes[floor][0].key;
  const { tokens } = pass;
  const header = {
    trace: pass.name,
    tokens,
    floors: plan.floors,
    keys: plan.boxes.map((boxes) => boxes.map((each) => each.key)),
    differences: plan.differences,
    level_boxes: plan.level_boxes,
    first: [floor, token],
    number: numberOf(pass, plan, floor, token, key, cell ?? cellOfLargest(pass, plan, floor, token, key)),
  };
  const initial = { floor, token, box: key, cell: null, level };
  return joined([lengthAndJson({ ...settings, initial }), lengthAndJson(header), floorBytes(pass, plan, floor, token)]);
}

/**
 * A part by the name that the picture asks for: "floor/FLOOR/TOKEN" or "number/FLOOR/TOKEN/BOX/HEAD/INDEX".
 * @param {MachinePass} pass @param {MachinePlan} plan @param {string} name
 */
export function partBytes(pass, plan, name) {
  const [kind, ...places] = name.split("/");
  const [floor, token] = places.map(Number);
  if (kind === "floor") return floorBytes(pass, plan, floor, token);
  const [box, ...cell] = places.slice(2);
  return encoded(numberOf(pass, plan, floor, token, box, [Number(cell[0]), Number(cell[1])]));
}

/**
 * What one token has on one floor.
 * @param {MachinePass} pass @param {MachinePlan} plan @param {number} floor @param {number} token
 */
function floorBytes(pass, plan, floor, token) {
  const { likeliest, ...way } = pass.wayOf(token);
  const vectors = plan.boxes[floor].map(({ key }) => pass.vectorOf(floor, token, key));
  const header = {
    floor,
    token,
    boxes: plan.boxes[floor].map((box, place) => describedBox(pass, box, vectors[place])),
    candidates: candidatesOf(pass, floor, token),
    bars: likeliest.map(({ word, probability }) => [word, probability, probabilityText(probability)]),
    way,
  };
  return joined([lengthAndJson(header), ...vectors.map((vector) => new Uint8Array(Float32Array.from(vector).buffer))]);
}

/** @param {MachinePass} pass @param {PlannedBox} plannedBox @param {Float32Array} vector */
function describedBox(pass, { key, title, formula, about, heads }, vector) {
  const size = vector.length;
  const isOfWords = key === "logits" || key === "probabilities";
  const width = heads ? size / pass.heads : size;
  const perHead = pass.width / pass.heads;
  const shape = heads
    ? [pass.heads, pass.count, width]
    : [pass.count, isOfWords ? pass.bert.tokenizer.vocabulary.length : width];
  const row = width % perHead === 0 ? perHead : Math.min(NARROW_ROW, width);
  return {
    ...{ key, title, formula, about, size },
    shape: `(${[1, ...shape].join(", ")})`,
    heads: heads ? pass.heads : 0,
    columns: heads ? width : isOfWords ? 1 : row,
    kind: key === "weights" || key === "probabilities" ? "share" : "signed",
  };
}

/**
 * The words of the logits at the vocabulary head.
 * @param {MachinePass} pass @param {number} floor @param {number} token
 */
function candidatesOf(pass, floor, token) {
  return floor > pass.layers ? pass.wordsOf(floor, token).map((id) => pass.word(id)) : [];
}

/** The box of a floor. @param {MachinePlan} plan @param {number} floor @param {string} key */
function plannedBox(plan, floor, key) {
  const box = plan.boxes[floor].find((each) => each.key === key);
  if (!box) throw new Error(`no box ${key}`);
  return box;
}

/**
 * The calculation of a number of a box, with its name.
 * @param {MachinePass} pass @param {MachinePlan} plan @param {number} floor @param {number} token @param {string} key
 * @param {[number, number]} given
 */
function numberOf(pass, plan, floor, token, key, [head, index]) {
  const box = plannedBox(plan, floor, key);
  const names = candidatesOf(pass, floor, token);
  const size = pass.vectorOf(floor, token, key).length;
  let which = `${box.heads ? `, head ${head + 1}` : ""}`;
  if (key === "scores" || key === "weights") which += ` on ${quoted(pass.tokens[index])}`;
  else if (key in { logits: true, probabilities: true }) which += ` of ${quoted(names[index])}`;
  else which += `, number ${fixed(index + 1, 0)} of ${fixed(box.heads ? size / pass.heads : size, 0)}`;
  const { rule, lines, value } = calculationOf(pass, box, { floor, token, head, index });
  return { box: key, head, index, title: `${box.title}${which}`, rule, lines, value };
}

/**
 * Head and index of a token's largest number in a box, which is shown first.
 * @param {MachinePass} pass @param {MachinePlan} plan @param {number} floor @param {number} token @param {string} key
 * @returns {[number, number]}
 */
function cellOfLargest(pass, plan, floor, token, key) {
  const vector = pass.vectorOf(floor, token, key);
  let best = 0;
  vector.forEach((value, place) => {
    if (Math.abs(value) > Math.abs(vector[best])) best = place;
  });
  const { heads } = plannedBox(plan, floor, key);
  const width = heads ? vector.length / pass.heads : vector.length;
  return [Math.floor(best / width), best % width];
}

/** What the model predicts at a token, in words. @param {MachinePass} pass @param {number} token */
export function passFinding(pass, token) {
  const [top] = pass.wayOf(token).likeliest;
  const isBlank = pass.ids[token] === pass.bert.tokenizer.maskId;
  const reading = isBlank ? "the answer is" : `the top guess at ${isolated(pass.tokens[token])} is`;
  return `After ${plural("layer", pass.layers)}, ${reading} ${isolated(top.word)} (${probabilityText(top.probability)}).`;
}

/** A word in quotes; a quotation mark, which would be lost between them, is called one. @param {string} word */
function quoted(word) {
  return /^["'`“”„‘’‚«»]+$/.test(word) ? `the mark ${word}` : `“${word}”`;
}

/**
 * A word in quotes that leaves the sentence around it alone where it is written from right to left.
 * @param {string} word
 */
function isolated(word) {
  return quoted(word).replace(word, (text) => `\u2068${text}\u2069`);
}

/** @param {unknown} value */
function lengthAndJson(value) {
  const text = encoded(value);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, text.length, true);
  return joined([length, text]);
}

/** @param {unknown} value */
function encoded(value) {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let start = 0;
  for (const part of parts) {
    bytes.set(part, start);
    start += part.length;
  }
  return bytes;
}

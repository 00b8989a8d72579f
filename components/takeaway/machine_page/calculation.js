// How one number of a box is computed, as lines that can be checked by hand: the app's calculations in the same words
// (components/model/passes/numbers.py and components/tables/passes/calculation.py).

import { fixed } from "../../widgets/canvas/wording.js";
import { matrixRow } from "../browser_model/weights.js";
import { byHand, decimalsFor, productOf, unitsOf, written } from "./decimals.js";

/**
 * @import { Numbers } from "../river_page/thread.js"
 * @import { MachinePass } from "./machine_pass.js"
 * @import { PlannedBox } from "./pass_bytes.js"
 */

/** @typedef {{ rule: string, lines: [string, string, string][], value: string }} Working */
/** @typedef {{ label: string, factors?: [number, number], value: number }} Term */
/**
 * A number of a box, the vectors it is computed from, and how many numbers one head has.
 * @typedef {{ floor: number, token: number, head: number, index: number, pass: MachinePass, box: PlannedBox, value:
 *   number, input: (number: number) => Float32Array, width: number }} Looked
 */

const TERMS = 8; // products that are named one by one
/** @type {Record<string, (given: Looked) => Working>} */
const CALCULATIONS = {
  lookup: lookUp,
  add: addParts,
  multiply: multiplyByMatrix,
  mix: mixValues,
  score: compareKey,
  normalise,
  softmax: shareOfSum,
  concatenate: copyOfHead,
  activate,
};

/**
 * { rule, lines, value } of a number; each line is its label, how it comes about, and its number.
 *
 * @param {MachinePass} pass
 * @param {PlannedBox} box
 * @param {{ floor: number, token: number, head: number, index: number }} place
 */
export function calculationOf(pass, box, place) {
  const { floor, token, head, index } = place;
  const vector = pass.vectorOf(floor, token, box.key);
  const width = box.heads ? vector.length / pass.heads : vector.length;
  const value = vector[head * width + index];
  const input = (/** @type {number} */ number) => pass.vectorOf(floor, token, box.inputs[number]);
  return CALCULATIONS[box.operation]({ ...place, pass, box, value, input, width });
}

/** @param {Looked} looked @returns {Working} */
function lookUp({ pass, box, token, index, value }) {
  /** @type {Record<string, number>} */
  const rows = { word: pass.ids[token], position: token, segment: 0 };
  const row = rows[box.key];
  const where = `row ${fixed(row + 1, 0)}, column ${fixed(index + 1, 0)} of the table`;
  return { rule: `Looked up: ${where}. Nothing is computed.`, lines: [], value: fixed(value, decimalsFor([value])) };
}

/** @param {Looked} looked @returns {Working} */
function addParts({ box, index, value, input }) {
  const terms = box.inputs.map((_, number) => ({ label: box.parts[number], value: input(number)[index] }));
  return sumOf(terms, value, "The sum of these numbers.");
}

/** @param {Looked} looked @returns {Working} */
function multiplyByMatrix({ pass, box, floor, token, head, width, index, value, input }) {
  const { weight, bias } = pass.bert.matrixOf(box.key, floor - 1);
  const place = box.heads ? head * width + index : index;
  const row = box.key === "logits" ? pass.wordsOf(floor, token)[index] : place;
  const terms = productsOf(input(0), matrixRow(weight, row), (i) => `Dimension ${i + 1}`);
  return sumOf(terms, value, "Each number of the vector times the matrix’s column, all added.", bias[row]);
}

/** @param {Looked} looked @returns {Working} */
function mixValues({ pass, floor, token, head, index, value }) {
  const { weights, value: values } = pass.arraysOf(floor, token);
  const column = head * (pass.width / pass.heads) + index;
  const mixed = pass.ids.map((_, other) => pass.rowOf(values, other)[column]);
  const terms = productsOf(pass.attentionOf(weights, head, token), mixed, (i) => pass.tokens[i]);
  return sumOf(terms, value, "Each token’s attention weight times its value, all added.");
}

/** @param {Looked} looked @returns {Working} */
function compareKey({ pass, floor, token, head, index, value }) {
  const size = pass.width / pass.heads;
  const { query, key } = pass.arraysOf(floor, token);
  const [ofQuery, ofKey] = [pass.rowOf(query, token), pass.rowOf(key, index)].map((vector) =>
    vector.subarray(head * size, (head + 1) * size),
  );
  const scale = 1 / Math.sqrt(size);
  const terms = productsOf(ofQuery, ofKey, (i) => `Dimension ${i + 1}`);
  const total = sumOf(terms, value / scale, "");
  const scaled = byHand(([product, factor]) => product * factor, [value / scale, scale], value, 3);
  return {
    rule: "The products of query and key, added, then scaled.",
    lines: [...total.lines, ["q · k", "", total.value], ["× scale", scaled.shown[1], scaled.value]],
    value: scaled.value,
  };
}

/** @param {Looked} looked @returns {Working} */
function normalise({ pass, box, floor, index, value, input }) {
  const vector = input(0);
  const { weight, bias } = pass.bert.normOf(box.key, floor - 1);
  const mean = vector.reduce((sum, x) => sum + x, 0) / vector.length;
  const variance = vector.reduce((sum, x) => sum + (x - mean) ** 2, 0) / vector.length;
  const deviation = Math.sqrt(variance + pass.bert.config.layer_norm_eps);
  const numbers = [vector[index], mean, deviation, weight[index], bias[index]];
  const result = byHand(([x, m, d, w, b]) => ((x - m) / d) * w + b, numbers, value, 3);
  const names = ["x", "Mean of the vector", "Its standard deviation", "Weight", "Bias"];
  return {
    rule: "(x − mean) ÷ deviation × weight + bias.",
    lines: names.map((name, number) => [name, "", result.shown[number]]),
    value: result.value,
  };
}

/** @param {Looked} looked @returns {Working} */
function shareOfSum({ pass, box, floor, token, head, index, value }) {
  const isOfTokens = box.key === "weights";
  const arrays = pass.arraysOf(floor, token);
  const [scores, shares] = isOfTokens
    ? [arrays.scores, arrays.weights].map((values) => pass.attentionOf(values, head, token))
    : [arrays.logits, arrays.probabilities];
  const largest = Math.max(...scores);
  const exponential = Math.exp(scores[index] - largest);
  const sum = 1 / Math.max(...shares); // the largest score's exponential is 1
  const result = byHand(([part, all]) => part / all, [exponential, sum], value, 4);
  const [score, highest] = [fixed(scores[index], 3), fixed(largest, 3)];
  return {
    rule: "exp(score) as a share of the sum of all of them.",
    lines: [
      ["Score", "", score],
      ["exp(score − largest)", `exp(${score} − ${highest})`, result.shown[0]],
      [`Sum over all ${isOfTokens ? "tokens" : "tokens of the vocabulary"}`, "", result.shown[1]],
    ],
    value: result.value,
  };
}

/** @param {Looked} looked @returns {Working} */
function copyOfHead({ pass, index, value }) {
  const size = pass.width / pass.heads;
  const where = `head ${Math.floor(index / size) + 1}, number ${(index % size) + 1} of its weighted sum`;
  return { rule: `Copied from ${where}. Nothing is computed.`, lines: [], value: fixed(value, decimalsFor([value])) };
}

/** @param {Looked} looked @returns {Working} */
function activate({ box, index, value, input }) {
  const x = input(0)[index];
  const decimals = decimalsFor([x, value]);
  return { rule: box.rule, lines: [["x", "", fixed(x, decimals)]], value: fixed(value, decimals) };
}

/**
 * The products of two vectors' numbers, the largest first.
 * @param {Float32Array} left @param {Numbers} right @param {(i: number) => string} label
 */
function productsOf(left, right, label) {
  /** @type {Term[]} */
  const products = Array.from(left, (number, i) => ({
    label: label(i),
    factors: [number, right[i]],
    value: number * right[i],
  }));
  return products.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/**
 * Terms that add up to a number on the screen: what is left out of them is one number, which absorbs the rounding.
 * @param {Term[]} terms @param {number} value @param {string} rule @param {number | null} [bias]
 * @returns {Working}
 */
function sumOf(terms, value, rule, bias = null) {
  const named = terms.slice(0, TERMS);
  const others = terms.length - named.length;
  const decimals = decimalsFor([value, ...named.map((term) => term.value), ...(bias === null ? [] : [bias])]);
  const end = unitsOf(value, decimals);
  let total = 0n;
  /** @type {Working["lines"]} */
  const lines = named.map((term) => {
    const { working, units } = productOf(term, decimals);
    total += units;
    return [term.label, working, written(units, decimals)];
  });
  /** @type {Working["lines"]} */
  const ofBias = bias === null ? [] : [["Bias", "", written(unitsOf(bias, decimals), decimals)]];
  if (bias !== null) total += unitsOf(bias, decimals);
  const rest = written(end - total, decimals);
  if (others > 0) lines.push([others > 1 ? `The other ${fixed(others, 0)} together` : "One more", "", rest]);
  lines.push(...ofBias);
  if (others === 0 && end !== total) lines.push(["Rounding", "", rest]);
  return { rule, lines, value: written(end, decimals) };
}

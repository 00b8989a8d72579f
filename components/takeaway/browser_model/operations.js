// What a transformer layer is made of. Vectors of several tokens stand one after the other in one array: a Float32Array
// "of shape (tokens, width)" has the vector of token t from t * width on.

import { matrixRow } from "./weights.js";

/** @import { PackedMatrix } from "./weights.js" */

/**
 * x Wᵀ + b: (tokens, inputs) -> (tokens, outputs). Each row of W holds the weights of one output.
 * @param {Float32Array} vectors @param {PackedMatrix} matrix @param {Float32Array} bias
 */
export function linear(vectors, matrix, bias) {
  const { rows: outputs, columns: inputs } = matrix;
  const tokens = vectors.length / inputs;
  const result = new Float32Array(tokens * outputs);
  const weights = new Float64Array(inputs);
  const values = Float64Array.from(vectors); // numbers of one type, so that no product converts any
  for (let output = 0; output < outputs; output += 1) {
    matrixRow(matrix, output, weights); // once for all tokens: that is most of what 8-bit weights cost
    for (let token = 0; token < tokens; token += 1) {
      result[token * outputs + output] = bias[output] + dotProduct(weights, values, token * inputs);
    }
  }
  return result;
}

/**
 * Four sums side by side, since a processor can begin the next product before a sum is ready.
 * @param {Float64Array} weights @param {Float64Array} values @param {number} start
 */
function dotProduct(weights, values, start) {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < weights.length; i += 4) {
    a += weights[i] * values[start + i];
    b += weights[i + 1] * values[start + i + 1];
    c += weights[i + 2] * values[start + i + 2];
    d += weights[i + 3] * values[start + i + 3];
  }
  return a + b + c + d;
}

/**
 * Each token's vector with mean 0 and variance 1, then stretched and shifted.
 * @param {Float32Array} vectors @param {Float32Array} weight @param {Float32Array} bias @param {number} epsilon
 */
export function layerNorm(vectors, weight, bias, epsilon) {
  const width = weight.length;
  const result = new Float32Array(vectors.length);
  for (let start = 0; start < vectors.length; start += width) {
    let mean = 0;
    for (let i = 0; i < width; i += 1) mean += vectors[start + i] / width;
    let variance = 0;
    for (let i = 0; i < width; i += 1) variance += (vectors[start + i] - mean) ** 2 / width;
    const deviation = Math.sqrt(variance + epsilon);
    for (let i = 0; i < width; i += 1) {
      result[start + i] = ((vectors[start + i] - mean) / deviation) * weight[i] + bias[i];
    }
  }
  return result;
}

/**
 * Logits as probabilities, in place. The largest is subtracted first, so that no exponential overflows.
 * @param {Float32Array} logits
 */
export function softmax(logits) {
  let largest = -Infinity;
  for (const logit of logits) largest = Math.max(largest, logit);
  let sum = 0;
  for (let i = 0; i < logits.length; i += 1) {
    logits[i] = Math.exp(logits[i] - largest);
    sum += logits[i];
  }
  for (let i = 0; i < logits.length; i += 1) logits[i] /= sum;
  return logits;
}

/** x Φ(x), where Φ is the normal distribution's cumulative function: BERT's activation. @param {Float32Array} values */
export function gelu(values) {
  return values.map((x) => x * 0.5 * (1 + errorFunction(x / Math.SQRT2)));
}

/** erf(x) to 1.5e-7: Abramowitz and Stegun 1964, formula 7.1.26. JavaScript has none. @param {number} x */
export function errorFunction(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) *
    Math.exp(-x * x);
  return x < 0 ? tail - 1 : 1 - tail;
}

/** a + b: the residual connection. @param {Float32Array} a @param {Float32Array} b */
export function add(a, b) {
  return a.map((value, i) => value + b[i]);
}

/** The places of the largest numbers, the largest first. @param {Float32Array} values @param {number} count */
export function largestPlaces(values, count) {
  return [...values.keys()].sort((a, b) => values[b] - values[a]).slice(0, count);
}

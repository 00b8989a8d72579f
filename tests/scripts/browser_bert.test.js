// The forward pass in the browser: its operations keep the laws that their names promise. Python tests compare whole
// passes with PyTorch's (tests/components/takeaway).

import assert from "node:assert/strict";
import { test } from "node:test";

import { errorFunction, gelu, layerNorm, linear, softmax } from "../../components/takeaway/browser_model/operations.js";
import { matrixRow, readWeights } from "../../components/takeaway/browser_model/weights.js";
import { WordPiece } from "../../components/takeaway/browser_model/wordpiece.js";

const VOCABULARY = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  "[MASK]",
  "river",
  "bank",
  "##bank",
  "##s",
  "a",
  "##a",
  ".",
  "水",
];
const CHARACTERS = { control: "\\u{0}-\\u{1f}", accents: "\\u{300}-\\u{36f}", punctuation: ".,!\\u{5b}\\u{5d}" };

function near(actual, expected, tolerance = 1e-6) {
  assert.equal(actual.length, expected.length);
  for (const [i, value] of expected.entries())
    assert.ok(Math.abs(actual[i] - value) < tolerance, `${actual} ${expected}`);
}

function tokens(text) {
  const tokenizer = new WordPiece(VOCABULARY, CHARACTERS);
  return tokenizer
    .encode(text)
    .slice(1, -1)
    .map((id) => VOCABULARY[id]);
}

test("probabilities are positive and sum to 1, whatever the size of the logits", () => {
  for (const logits of [[0, 0, 0], [1000, 999, -1000], [-1e9, -1e9], [3]]) {
    const probabilities = softmax(Float32Array.from(logits));
    assert.ok(probabilities.every((p) => p >= 0));
    near([probabilities.reduce((sum, p) => sum + p)], [1]);
  }
  near(softmax(Float32Array.from([Math.log(1), Math.log(3)])), [0.25, 0.75]);
});

test("a constant added to all logits changes no probability", () => {
  near(softmax(Float32Array.from([1, 2, 3])), [...softmax(Float32Array.from([11, 12, 13]))]);
});

test("a normalised vector has the mean and the spread that it is given", () => {
  const vectors = layerNorm(Float32Array.from([1, 2, 3, 4, 10, 20, 30, 40]), [2, 2, 2, 2], [5, 5, 5, 5], 1e-12);
  for (const start of [0, 4]) {
    const values = [...vectors.slice(start, start + 4)];
    near([values.reduce((sum, x) => sum + x) / 4], [5], 1e-5);
    near([values.reduce((sum, x) => sum + (x - 5) ** 2, 0) / 4], [4], 1e-4);
  }
});

test("the error function is odd, bounded and right where it is known", () => {
  near([0, 0.5, 1, 2, 5].map(errorFunction), [0, 0.5204998778, 0.8427007929, 0.995322265, 1]);
  for (const x of [0.1, 1, 3]) near([errorFunction(-x)], [-errorFunction(x)], 1e-9);
});

test("GELU leaves large values, drops very negative ones and has x Φ(x) between", () => {
  near(gelu(Float32Array.from([0, 8, -8, 1, -1])), [0, 8, 0, 0.8413447, -0.1586553]);
});

test("a packed model gives back its weights: a byte times its row's scale", () => {
  const header = new TextEncoder().encode(
    JSON.stringify({ tensors: { m: { shape: [2, 4], offset: 8, scales: 0 }, v: { shape: [2], offset: 16 } } }).padEnd(
      100,
    ),
  );
  const buffer = new ArrayBuffer(4 + header.length + 24);
  new DataView(buffer).setUint32(0, header.length, true);
  new Uint8Array(buffer, 4).set(header);
  const start = 4 + header.length;
  new Float32Array(buffer, start, 2).set([0.5, 2]);
  new Int8Array(buffer, start + 8, 8).set([1, -2, 127, -127, 1, 2, 3, 4]);
  new Float32Array(buffer, start + 16, 2).set([0.25, -1]);
  const {
    matrices: { m },
    vectors: { v },
  } = readWeights(buffer);
  near(matrixRow(m, 0), [0.5, -1, 63.5, -63.5]);
  near(matrixRow(m, 1), [2, 4, 6, 8]);
  near(v, [0.25, -1]);
  near(linear(Float32Array.from([1, 0, 0, 0, 0, 1, 0, 1]), m, v), [0.75, 1, -64.25, 11]);
});

test("a word becomes its longest known beginnings, or unknown as a whole", () => {
  assert.deepEqual(tokens("River banks"), ["river", "bank", "##s"]);
  assert.deepEqual(tokens("riverbanks."), ["river", "##bank", "##s", "."]);
  assert.deepEqual(tokens("riverx"), ["[UNK]"]);
  assert.deepEqual(tokens("a".repeat(100)), ["a", ...Array(99).fill("##a")]);
  assert.deepEqual(tokens("a".repeat(101)), ["[UNK]"]);
});

test("accents and controls are dropped, Chinese characters and punctuation stand apart", () => {
  assert.deepEqual(tokens("RÍVER\u0007"), ["river"]);
  assert.deepEqual(tokens("bank水bank.a"), ["bank", "水", "bank", ".", "a"]);
  assert.deepEqual(tokens(" \t\n"), []);
});

test("a special token is read as written and nowhere else", () => {
  assert.deepEqual(tokens("a[MASK]a"), ["a", "[MASK]", "a"]);
  assert.deepEqual(tokens("[mask]"), ["[UNK]", "[UNK]", "[UNK]"]);
});

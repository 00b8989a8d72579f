// Numbers and tokens in sentences.

import assert from "node:assert/strict";
import { test } from "node:test";

import { capitalised, fixed, plural, shortened, tokenName } from "../../components/widgets/canvas/wording.js";

test("halves are rounded away from zero, from the shortest decimal that a number stands for", () => {
  assert.equal(fixed(1.005, 2), "1.01"); // toFixed gives 1.00
  assert.equal(fixed(2.5, 0), "3");
  assert.equal(fixed(-2.5, 0), "\u22123");
});

test("what rounds to zero has no minus", () => {
  assert.equal(fixed(-0.004, 2), "0.00");
});

test("thousands are grouped, before the point only", () => {
  assert.equal(fixed(1234567.89012, 4), "1,234,567.8901");
  assert.equal(fixed(1e21, 0), "1,000,000,000,000,000,000,000");
});

test("a rounded number is never further from the number than half of its last digit", () => {
  for (let i = 0; i < 500; i += 1) {
    const number = (Math.random() - 0.5) * 10 ** (i % 7);
    const decimals = i % 5;
    const read = Number(fixed(number, decimals).replaceAll(",", "").replace("\u2212", "-"));
    assert.ok(Math.abs(read - number) <= 0.5000001 * 10 ** -decimals, `${number} at ${decimals} decimals gave ${read}`);
  }
});

test("a token that occurs twice is named with its number", () => {
  const trace = { tokens: ["the", "bank", "the"] };
  assert.ok(tokenName(trace, 2).endsWith("(token 3)"));
  assert.ok(!tokenName(trace, 1).includes("token"));
});

test("a long text is cut between letters, never inside one", () => {
  const cut = shortened("😀".repeat(50), 10);
  assert.equal([...cut].length, 10);
  assert.ok(cut.endsWith("😀…"));
  assert.equal(shortened("bank", 10), "bank");
});

test("one thing is singular", () => {
  assert.deepEqual([plural("token", 1), plural("token", 0), plural("token", 2)], ["1 token", "0 tokens", "2 tokens"]);
  assert.equal(capitalised("arcs"), "Arcs");
});

// What a typed text finds. Which entry comes first for real queries is tested in tests/pages/test_search.py.

import assert from "node:assert/strict";
import { test } from "node:test";

import { matches, prepared } from "../../components/widgets/search_box/matching.js";

const ENTRIES = [
  { kind: "Room", title: "Attention", place: "", href: "/attention", synonyms: "self-attention, attention heads" },
  { kind: "View", title: "Causal mask", place: "Attention masks", href: "/masks?mode=causal", synonyms: "decoder" },
  { kind: "Term", title: "[CLS] token", place: "Input", href: "/input", synonyms: "class token" },
  { kind: "Example", title: "A river bank", place: "Attention", href: "/attention?text=bank", synonyms: "" },
];
const titles = (text) => matches(prepared(ENTRIES), text).map(({ title }) => title);

test("nothing typed lists the rooms, and signs alone find nothing", () => {
  assert.deepEqual(titles("  "), ["Attention"]);
  assert.deepEqual(titles("?!"), []);
});

test("case, accents, plural and brackets make no difference", () => {
  for (const text of ["causal masks", "CAUSAL MASK", "càusal mask"]) assert.equal(titles(text)[0], "Causal mask");
  assert.equal(titles("cls")[0], "[CLS] token");
  assert.equal(titles("[CLS]")[0], "[CLS] token");
});

test("examples come after rooms", () => {
  assert.deepEqual(titles("attention").slice(0, 1), ["Attention"]);
});

test("a text of any length is no error", () => {
  assert.deepEqual(titles("river bank ".repeat(20_000)), ["A river bank"]);
  assert.deepEqual(titles("[".repeat(10_000)), []);
});

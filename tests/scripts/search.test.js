// What a typed text finds, and where a result leads. Which entry comes first for real queries:
// tests/pages/parts/search/test_search.py.

import assert from "node:assert/strict";
import { test } from "node:test";

import { matches, prepared } from "../../components/widgets/search_box/matching.js";
import { resultAddress } from "../../components/widgets/search_box/result_address.js";
import { readings } from "../../components/widgets/search_box/typed_sentence.js";

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

const READERS = { "Masked words": "/masked", Attention: "/attention" };

test("a sentence can be read in every room that reads sentences", () => {
  const typed = "  We’re at the bank & it’s [MASK]; 100% sure? ";
  const addresses = readings(typed, READERS, 100).map(({ href }) => new URL(href, "https://bert.test"));
  assert.deepEqual(
    addresses.map(({ pathname }) => pathname),
    ["/masked", "/attention"],
  );
  for (const { searchParams } of addresses) assert.equal(searchParams.get("sentence"), typed.trim());
});

test("a word, signs, code and a text that is too long are no sentences", () => {
  for (const text of ["", "xyzzy", "two words", "... --- ...", "<b>one two three</b>", "f(x) = a b c d"]) {
    assert.deepEqual(readings(text, READERS, 100), []);
  }
  assert.deepEqual(readings("word ".repeat(20_000), READERS, 100), []);
});

const DROPPED = ["mode", "tour", "stop"];
const ROOM = [
  { kind: "View", href: "/layer?mode=One+token" },
  { kind: "Room", href: "/layer" },
  { kind: "Term", href: "/layer?box=value" },
  { kind: "Term", href: "/layer?mode=One+token" },
  { kind: "Example", href: "/layer?sentence=A+dog." },
  { kind: "Tour stop", href: "/layer?tour=first&stop=2" },
  { kind: "Term", href: "/layer?sentence=A+cat.&box=key" },
];
const opened = (entry, here) => {
  const target = resultAddress(entry, ROOM, `https://bert.test${here}`, DROPPED);
  return [target.pathname, Object.fromEntries(target.searchParams)];
};
const [VIEW, FIRST_VIEW, BOX, TERM, EXAMPLE, STOP, OTHER_SENTENCE] = ROOM;

test("a view of the room keeps what is chosen there, but not the view or the stop of a tour", () => {
  const here = "/layer?sentence=A+bank.&token=3&box=value&model=small&mode=All&tour=first&stop=1";
  const choices = { sentence: "A bank.", token: "3", box: "value", model: "small" };
  assert.deepEqual(opened(VIEW, here), ["/layer", { mode: "One token", ...choices }]);
  assert.deepEqual(opened(FIRST_VIEW, here), ["/layer", choices]);
});

test("a term keeps the sentence and the token, but no setting by which another term is told", () => {
  const here = "/layer?sentence=A+bank.&token=3&box=key&model=small";
  const choices = { sentence: "A bank.", token: "3", model: "small" };
  assert.deepEqual(opened(TERM, here), ["/layer", { mode: "One token", ...choices }]);
  assert.deepEqual(opened(BOX, here), ["/layer", { box: "value", ...choices }]);
});

test("what was chosen in one sentence does not go to another sentence, nor to a stop of a tour", () => {
  const here = "/layer?sentence=A+bank.&token=3&model=small";
  assert.deepEqual(opened(EXAMPLE, here), ["/layer", { sentence: "A dog.", model: "small" }]);
  assert.deepEqual(opened(OTHER_SENTENCE, here), ["/layer", { sentence: "A cat.", box: "key", model: "small" }]);
  assert.deepEqual(opened(STOP, here), ["/layer", { tour: "first", stop: "2" }]);
});

test("the sentence alone goes to another room", () => {
  const here = "/attention?sentence=A+bank.&token=3&model=small";
  assert.deepEqual(opened(VIEW, here), ["/layer", { mode: "One token", sentence: "A bank." }]);
  assert.deepEqual(opened(EXAMPLE, here), ["/layer", { sentence: "A dog." }]);
});

// What a phone says of questions, answers and results.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  framedAddress,
  isOneWord,
  isPick,
  labelText,
  scoreLine,
  shareOf,
  verdictOf,
} from "../../components/classroom/phone/answers.js";

test("a word is one beside articles and punctuation", () => {
  for (const typed of ["bank", " the bank. ", "“A bank!”", "an  old", "l’eau"]) assert.ok(isOneWord(typed), typed);
  for (const typed of ["river bank", "the river bank", "bank the"]) assert.ok(!isOneWord(typed), typed);
});

test("an option of a choice has its letter, and a token has none", () => {
  const what = { kind: "choice", labels: ["yes", "no"] };
  assert.deepEqual([isPick(what), labelText(what, 1)], [true, "B. no"]);
  assert.deepEqual([isPick({ kind: "place" }), labelText({ ...what, kind: "place" }, 1)], [true, "no"]);
  assert.equal(isPick({ kind: "word" }), false);
});

test("a verdict names both answers as far as there are any", () => {
  assert.equal(verdictOf({ answer: "bank", right: "river", verdict: "Close." }), "You: bank\nModel: river\nClose.");
  assert.equal(verdictOf({ answer: "", right: "", verdict: "" }), "You: no answer");
});

test("a score is told once there is a question, and since when", () => {
  assert.equal(scoreLine({ questions: 0, score: 0, missed: true }), "");
  assert.match(scoreLine({ questions: 3, score: 2, missed: false }), /2 of 3$/);
  assert.match(scoreLine({ questions: 3, score: 2, missed: true }), /2 of 3 .+$/);
});

test("an answer's share is of all phones, and may be the student's and the model's", () => {
  const result = {
    answer: "bank",
    total: 3,
    counts: [
      ["bank", 2, true],
      ["shore", 1, false],
    ],
  };
  assert.deepEqual(shareOf(result, 0), { text: "bank: 67% (2)", whose: ["You", "Model"] });
  assert.deepEqual(shareOf(result, 1), { text: "shore: 33% (1)", whose: [] });
});

test("the projector's page is framed without settings, whatever its address has", () => {
  assert.equal(framedAddress("../which-bank"), "../which-bank?hide=controls");
  assert.equal(framedAddress("../which-bank?mode=map"), "../which-bank?mode=map&hide=controls");
});

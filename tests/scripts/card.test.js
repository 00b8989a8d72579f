// The card that a phone keeps: its letters fill the space, and its address is one that others can open.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fittedText, readableAddress } from "../../components/classroom/phone/card.js";

/** A context whose letters are half as wide as they are high. */
const context = () => ({
  font: "",
  measureText(text) {
    return { width: (text.length * Number.parseFloat(this.font.split(" ")[1])) / 2 };
  },
});
const fitted = (text, height) => fittedText(context(), text, ["700", "serif"], { largest: 170, height });

test("an address that only this machine finds is not on the card", () => {
  for (const link of [
    "http://localhost:8501/",
    "http://127.0.0.1:8501/",
    "http://127.1.2.3/",
    "http://[::1]:8501/",
    "http://0.0.0.0:8501/riverbank/",
    "http://app.localhost/",
  ]) {
    assert.equal(readableAddress(link), "", link);
  }
  assert.equal(readableAddress("http://192.168.0.7:8501/"), "192.168.0.7:8501");
  assert.equal(readableAddress("https://localhost.example.org/riverbank/"), "localhost.example.org/riverbank");
});

test("a sentence fills its space, and no word is lost", () => {
  const words = "The bank of the river was full of money that nobody had counted for years.";
  for (const text of ["Bank.", words, "bank ".repeat(40).trim(), "b".repeat(200)]) {
    const [letters, lines] = fitted(text, 400);
    assert.ok(lines.length * 1.25 * letters <= 400, text);
    assert.ok(
      lines.every((line) => (line.length * letters) / 2 <= 920),
      text,
    );
    assert.equal(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
    const larger = fittedText(context(), text, ["700", "serif"], { largest: letters + 2, height: 1e9 })[1];
    assert.ok(letters === 170 || larger.length * 1.25 * (letters + 2) > 400, `${text} could be larger`);
  }
});

// What a presenter's keys mean on keyboards of other languages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keyAlone, pressedKey } from "../../components/widgets/pressed_key.js";

const PLAIN = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const alone = (/** @type {object} */ event) => keyAlone(/** @type {KeyboardEvent} */ ({ ...PLAIN, ...event }));

test("keys mean what is printed on them", () => {
  for (const [key, code, means] of [
    ["2", "Digit2", "2"],
    ["é", "Digit2", "2"], // French
    ["ě", "Digit2", "2"], // Czech
    ["٢", "Digit2", "2"], // Arabic
    ["2", "Numpad2", "2"],
    ["End", "Numpad1", "End"], // without the lock of numbers
    ["G", "KeyG", "g"], // with the lock of capitals
    ["п", "KeyG", "g"], // Russian
    ["ע", "KeyG", "g"], // Hebrew
    ["ㅎ", "KeyG", "g"], // Korean
    ["i", "KeyG", "i"], // Dvorak
    ["q", "KeyA", "q"], // French
    ["ü", "KeyG", "ü"], // Turkish F
    [",", "KeyM", ","], // French
    [":", "Period", "."], // French, as a clicker sends it
    ["v", "Period", "v"], // Dvorak
    [".", "KeyE", "."], // Dvorak
    ["Process", "KeyG", "Process"],
    ["PageDown", "PageDown", "PageDown"],
    ["PageDown", "", "PageDown"], // a clicker that sends no place
  ]) {
    assert.equal(alone({ key, code }), means, `${key} ${code}`);
    assert.equal(pressedKey({ ...PLAIN, key, code }), means);
  }
});

test("Shift is no modifier where a digit or a point needs it", () => {
  assert.equal(alone({ key: "2", code: "Digit2", shiftKey: true }), "2"); // French
  assert.equal(alone({ key: ".", code: "Comma", shiftKey: true }), "."); // French
  assert.equal(alone({ key: "@", code: "Digit2", shiftKey: true }), ""); // English
  assert.equal(alone({ key: ">", code: "Period", shiftKey: true }), "");
  assert.equal(alone({ key: "G", code: "KeyG", shiftKey: true }), "");
  assert.equal(alone({ key: "2", code: "Digit2", ctrlKey: true }), "");
  assert.equal(alone({ key: "²", code: "Digit2", altKey: true }), "");
});

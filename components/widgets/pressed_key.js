// Keys that are letters, digits or a point, on keyboards of any layout.

/**
 * The key that was pressed, as on a keyboard of English: the digit of a key that has it beside something else ("é", with
 * or without Shift), and the letter in the place of one of another script. A clicker sends the place of a point.
 * @param {{ key: string, code: string, shiftKey: boolean }} event
 */
export function pressedKey({ key, code, shiftKey }) {
  if (/^[0-9.]$/.test(key)) return key;
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  if (shiftKey) return key;
  if (code === "Period") return ".";
  const [, digit, letter] = /^(?:Digit(\d)|Key([A-Z]))$/.exec(code) ?? [];
  if (digit) return digit;
  return letter && /^(?!\p{Script=Latin})\p{L}/u.test(key) ? letter.toLowerCase() : key;
}

/**
 * Whether something that a selector means was pressed, or holds what was.
 * @param {Event} event @param {string} selector
 */
export function isOn(event, selector) {
  return event.composedPath().some((part) => part instanceof Element && part.matches(selector));
}

/**
 * {@link pressedKey}, or "" with a modifier; Shift is none where a digit or a point needs it.
 * @param {KeyboardEvent} event
 */
export function keyAlone(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && !/^[0-9.]$/.test(event.key))) return "";
  return pressedKey(event);
}

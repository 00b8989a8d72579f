// What keys mean on tiles, and which part of a typed text a tile stands for.

/**
 * The tile that a key leads to; undefined for another key.
 * @param {string} key @param {number} from @param {number} count
 */
export function tileAfter(key, from, count) {
  const steps = { ArrowRight: from + 1, ArrowDown: from + 1, ArrowLeft: from - 1, ArrowUp: from - 1 };
  /** @type {number | undefined} */
  const to = { ...steps, Home: 0, End: count - 1 }[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1);
}

/** Whether a key types a letter. @param {string} key */
export function isLetter(key) {
  return key.length === 1 && /\p{L}/u.test(key);
}

/**
 * So many characters of a text, as Python counts them, in the units of UTF-16 of a box.
 * @param {string} text @param {number} count
 */
export function unitsOf(text, count) {
  return [...text].slice(0, count).join("").length;
}

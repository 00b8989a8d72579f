// What a phone stores in its browser. A private window may store nothing.

/** @typedef {"localStorage" | "sessionStorage"} Keeping */

/**
 * What is stored under a name; null if there is nothing. Whoever stored it knows what it is.
 * @param {string} name @param {Keeping} [kind]
 * @returns {any}
 */
export function stored(name, kind = "localStorage") {
  try {
    return JSON.parse(window[kind].getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores a value under a name; null deletes what is there.
 * @param {string} name @param {unknown} value @param {Keeping} [kind]
 */
export function store(name, value, kind = "localStorage") {
  try {
    if (value === null) window[kind].removeItem(name);
    else window[kind].setItem(name, JSON.stringify(value));
  } catch {
    /* a private window */
  }
}

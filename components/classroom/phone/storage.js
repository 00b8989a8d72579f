// What a phone stores in its browser. A private window may store nothing.

/** What is stored under a name; null if there is nothing. */
export function stored(name, kind = "localStorage") {
  try {
    return JSON.parse(window[kind].getItem(name));
  } catch {
    return null;
  }
}

/** Stores a value under a name; null deletes what is there. */
export function store(name, value, kind = "localStorage") {
  try {
    if (value === null) window[kind].removeItem(name);
    else window[kind].setItem(name, JSON.stringify(value));
  } catch {
    /* a private window */
  }
}

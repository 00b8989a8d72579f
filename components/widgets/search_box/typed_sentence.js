// A sentence that was typed into the search and finds nothing: the rooms that can read it.

const WORDS = 3; // a text of fewer is a term that was not found

/** Whether a text is a sentence: several words, without the signs of markup or code. @param {string} text */
function isSentence(text) {
  return !/[<>={}\\]/.test(text) && text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= WORDS;
}

/**
 * Entries that open a typed sentence in rooms that read sentences; none if the text is no sentence or too long.
 *
 * @param {string} typed
 * @param {Record<string, string>} readers the addresses of the rooms, by their titles
 * @param {number} limit characters of the longest sentence
 */
export function readings(typed, readers, limit) {
  const sentence = typed.trim();
  if (sentence.length > limit || !isSentence(sentence)) return [];
  return Object.entries(readers).map(([title, address]) => ({
    kind: "Your sentence",
    title: `Read “${sentence}”`,
    place: `in ${title}`,
    href: `${address}?${new URLSearchParams({ sentence })}`,
  }));
}

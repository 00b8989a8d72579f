// What a typed text finds. The best hits have it as their name; then come those with all of its words, then with some.

const LIMIT = 10;
const KIND_ORDER = ["Room", "Term", "View", "Example", "Tour stop"];
// Words of a question that say nothing about what is looked for.
const FILLERS = new Set(
  "a an and are as at between by can do does every for from how i in is it of on or rule the to used versus vs what where which why with".split(" "),
);
const SOME = 10; // worse than any hit that has all words

/** Letters without case and accents; punctuation of a word stays, as in "80/10/10". */
function plain(text) {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[-‐–]/g, " ").replace(/\s+/g, " ").trim();
}

/** The words of a query that count: all of them where it has only fillers. */
function telling(query) {
  const words = query.replace(/[?!,.;:]+(?= |$)/g, "").split(" ");
  const kept = words.filter((word) => !FILLERS.has(word));
  return kept.length ? kept : words;
}

/** A word without the ending of its plural. */
function singular(word) {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function prepared(entries) {
  return entries.map((entry) => {
    const everything = plain(`${entry.title} ${entry.synonyms} ${entry.place}`);
    return {
      entry,
      title: plain(entry.title),
      synonyms: entry.synonyms.split(",").map(plain).filter(Boolean),
      everything,
      joined: everything.replaceAll(" ", ""),
    };
  });
}

function startsWord(text, part) {
  return ` ${text.replace(/[^\p{L}\p{N}/[\]]/gu, " ")}`.includes(` ${part}`);
}

/** How well an entry fits, 0 for the best; null where it does not. */
function rank({ title, synonyms, everything, joined }, query) {
  if (title === query || synonyms.includes(query)) return 0;
  if (title.startsWith(query)) return 1;
  if (synonyms.some((synonym) => synonym.startsWith(query))) return 2;
  if (startsWord(title, query)) return 3;
  if (synonyms.some((synonym) => startsWord(synonym, query))) return 4;
  const words = telling(query);
  const missing = words.filter((word) => !startsWord(everything, singular(word))).length;
  if (!missing) return 5;
  const whole = words.join("");
  if (whole.length > 4 && joined.includes(whole)) return 6; // "word piece" for "WordPiece"
  return missing * 2 <= words.length ? SOME + missing : null;
}

function matches(candidates, text) {
  const query = plain(text);
  if (!query) return candidates.filter(({ entry }) => entry.kind === "Room").map(({ entry }) => entry);
  return candidates
    .map((candidate, place) => ({ entry: candidate.entry, score: rank(candidate, query), place }))
    .filter(({ score }) => score !== null)
    .sort(
      (a, b) =>
        a.score - b.score ||
        KIND_ORDER.indexOf(a.entry.kind) - KIND_ORDER.indexOf(b.entry.kind) ||
        a.place - b.place,
    )
    .map(({ entry }) => entry);
}

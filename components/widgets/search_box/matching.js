// What a typed text finds. Every word of it has to begin one of an entry: of its title, its synonyms or its place.

const LIMIT = 10;
const KIND_ORDER = ["Room", "Term", "View", "Example", "Tour stop"];

/** Letters without case and accents; punctuation of a word stays, as in "80/10/10". */
function plain(text) {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[-‐–]/g, " ").replace(/\s+/g, " ").trim();
}

function prepared(entries) {
  return entries.map((entry) => ({
    entry,
    title: plain(entry.title),
    synonyms: entry.synonyms.split(",").map(plain).filter(Boolean),
    everything: plain(`${entry.title} ${entry.synonyms} ${entry.place}`),
  }));
}

function startsWord(text, part) {
  return ` ${text.replace(/[^\p{L}\p{N}/[\]]/gu, " ")}`.includes(` ${part}`);
}

/** How well an entry fits, 0 for the best; null where it does not. */
function rank({ title, synonyms, everything }, query) {
  if (title === query || synonyms.includes(query)) return 0;
  if (title.startsWith(query)) return 1;
  if (synonyms.some((synonym) => synonym.startsWith(query))) return 2;
  if (startsWord(title, query)) return 3;
  if (synonyms.some((synonym) => startsWord(synonym, query))) return 4;
  return query.split(" ").every((part) => startsWord(everything, part)) ? 5 : null;
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

// What a typed text finds. The best hits have it as a name; then come those that hold it, and those with all of its
// words. Hits with some of its words are listed only where there are no others.

/**
 * @typedef {{ kind: string, title: string, place: string, href: string, synonyms: string }} Entry What can be found.
 */
/**
 * An entry with its texts folded; `joined` has no spaces.
 * @typedef {{ entry: Entry, title: string, synonyms: string[], named: string, everything: string, joined: string }}
 *   Prepared
 */
/** @typedef {{ entry: Entry, place: number, score: number, titled: boolean }} Hit */

export const LIMIT = 12;
// Words of a question that say nothing about what is looked for.
const FILLERS = new Set(
  "a an and are as at between by can do does every for from how i in is it of on or rule the to used versus vs what where which why with".split(
    " ",
  ),
);
const EXACT = 0; // a title or synonym is the query
const HOLDS = 4; // the last rank at which a title or synonym holds the query
const NAMES_HAVE_ALL = 5; // its words are in title and synonyms
const ALL = 6; // its words are there too, or in the place
const RUN_TOGETHER = 7;
const SOME = 10;

/**
 * Words without case, accents and punctuation, equal for British and American spelling, singular and plural.
 * @param {string} text
 */
function folded(text) {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .split(/[^\p{L}\p{N}#[\]]+/u)
    .filter(Boolean)
    .map((word) => spelling(singular(word)))
    .join(" ");
}

/** A word without the ending of its plural. @param {string} word */
function singular(word) {
  if (word.length < 4 || /(ss|is)$/.test(word)) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/rices$/, "rix")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/s$/, "");
}

/**
 * One spelling for both: "tokenization", "modelling", "neighbour". While a word is typed its beginning fits, too.
 * @param {string} word
 */
function spelling(word) {
  return word
    .replaceAll("z", "s")
    .replaceAll("ll", "l")
    .replace(/(?<=\p{L}{3})our/u, "or")
    .replace(/tre$/, "ter");
}

/** The folded words of a query that count: all of them where it has only fillers. @param {string} query */
function telling(query) {
  const words = query.split(" ");
  const meaningful = words.filter((word) => !FILLERS.has(word));
  return meaningful.length ? meaningful : words;
}

/** @param {string} text */
function together(text) {
  return text.replaceAll(" ", "");
}

/** A folded text, and again without its brackets: "cls" is in "[CLS] token", and so is "[cls]". @param {string} text */
function withBare(text) {
  const bare = text.replace(/[[\]]/g, "");
  return bare === text ? text : `${text} ${bare}`;
}

/** @param {Entry[]} entries */
export function prepared(entries) {
  return entries.map((entry) => {
    const title = folded(entry.title);
    const synonyms = entry.synonyms.split(",").map(folded).filter(Boolean);
    const named = withBare([title, ...synonyms].join(" "));
    const everything = `${named} ${withBare(folded(entry.place))}`;
    return { entry, title, synonyms, named, everything, joined: together(everything) };
  });
}

/**
 * Whether a word of the text starts with the part; a part of a letter or two has to be the whole word.
 * @param {string} text @param {string} part
 */
function hasWord(text, part) {
  return part.length > 2 ? startsWord(text, part) : ` ${text} `.includes(` ${part} `);
}

/** @param {string} text @param {string} part */
function startsWord(text, part) {
  return ` ${text}`.includes(` ${part}`);
}

/**
 * How well an entry fits, 0 for the best; null where it does not. Whether its title does so, and no synonym.
 * @param {Prepared} prepared @param {string} query
 */
function rank({ title, synonyms, named, everything, joined }, query) {
  const whole = together(query);
  if (together(title) === whole) return { score: EXACT, titled: true };
  if (synonyms.some((synonym) => together(synonym) === whole)) return { score: EXACT, titled: false };
  if (title.startsWith(query)) return { score: 1, titled: true };
  if (synonyms.some((synonym) => synonym.startsWith(query))) return { score: 2, titled: false };
  if (startsWord(withBare(title), query)) return { score: 3, titled: true };
  if (synonyms.some((synonym) => startsWord(withBare(synonym), query))) return { score: HOLDS, titled: false };
  const words = telling(query);
  if (words.every((word) => hasWord(named, word))) return { score: NAMES_HAVE_ALL, titled: false };
  const missing = words.filter((word) => !hasWord(everything, word)).length;
  if (!missing) return { score: ALL, titled: false };
  if (whole.length > 4 && joined.includes(whole)) return { score: RUN_TOGETHER, titled: false };
  return missing * 2 <= words.length ? { score: SOME + missing, titled: false } : null;
}

/** Examples and stops of tours come last, pages and tutorials before them. @param {Hit} hit */
function group({ entry }) {
  return ["Page", "Tutorial", "Example", "Tour stop"].indexOf(entry.kind);
}

/**
 * Of hits that fit equally well: terms and views come before rooms where the query is their name, else after them.
 * @param {Hit} hit
 */
function precedence({ entry, score }) {
  return (entry.kind === "Room") === (score === EXACT) ? 1 : 0;
}

/**
 * The kinds of match in their order: by name, by the words of a name, by words of the place, by some words.
 * @param {number} score
 */
function level(score) {
  return [EXACT, NAMES_HAVE_ALL, ALL, RUN_TOGETHER].findIndex((last) => score <= last) + 1 || score;
}

/** Whether a hit is worth a line beside the best one. @param {Hit} hit @param {number} best */
function worthwhile({ entry, score }, best) {
  if (best <= HOLDS) return score <= NAMES_HAVE_ALL || (score === ALL && entry.kind === "View");
  return level(score) <= level(best);
}

/** @param {Prepared[]} candidates @param {string} text */
export function matches(candidates, text) {
  if (!text.trim()) return candidates.filter(({ entry }) => entry.kind === "Room").map(({ entry }) => entry);
  const query = folded(text);
  if (!query) return []; // signs alone
  const hits = candidates
    .map((candidate, place) => ({ candidate, place, ranked: rank(candidate, query) }))
    .flatMap(({ candidate: { entry }, place, ranked }) => (ranked ? [{ entry, place, ...ranked }] : []));
  const best = Math.min(...hits.map(({ score }) => score));
  return hits
    .filter((hit) => worthwhile(hit, best))
    .sort(
      (a, b) =>
        level(a.score) - level(b.score) ||
        group(a) - group(b) ||
        a.score - b.score ||
        precedence(a) - precedence(b) ||
        Number(b.titled) - Number(a.titled) ||
        a.place - b.place,
    )
    .map(({ entry }) => entry);
}

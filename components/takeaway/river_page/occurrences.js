// Where a word stands in a sentence: as `find_occurrences` of components/model/tokens/occurrences.py has it. Case does not
// count, nor do the two ways to write accents and apostrophes, nor invisible characters; only whole words match.

/** @typedef {{ letter: string, start: number, end: number }} FoldedLetter And where it comes from. */

const CLUSTER = /.(?:\p{Mn}|\p{Variation_Selector})*/gsu; // a character with its marks
const VARIANTS = /\p{Variation_Selector}|\u034f/gu;
const FORMAT = /\p{Cf}/u;
const SEPARATORS = "\u001c\u001d\u001e\u001f\u0085"; // white space to Python
const ZERO_WIDTH_SPACE = "\u200b"; // between words, where a line may break
const PART_OF_A_WORD = /[\p{L}\p{N}\p{M}_\uff9e\uff9f]/u;
const MARK = /[\p{M}\uff9e\uff9f]/u;
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}\p{Script=Tai_Viet}]/u;

/**
 * The spans of any of the forms in a sentence, in code points, from left to right; of overlapping ones the longest.
 * @param {string} sentence @param {string[]} forms
 */
export function findOccurrences(sentence, forms) {
  const letters = foldedLetters(sentence);
  const taken = new Array(letters.length).fill(false);
  /** @type {[number, number][]} */
  const spans = [];
  const searched = forms.map((form) => trimmed(foldedLetters(form).map(({ letter }) => letter)));
  for (const form of searched.sort((a, b) => b.length - a.length)) {
    for (let start = 0; form.length > 0 && start + form.length <= letters.length; start += 1) {
      const end = start + form.length;
      if (form.some((letter, i) => letters[start + i].letter !== letter || taken[start + i])) continue;
      if (!isWhole(letters, start, end)) continue;
      spans.push([letters[start].start, letters[end - 1].end]);
      taken.fill(true, start, end);
    }
  }
  return spans.sort(([a], [b]) => a - b);
}

/**
 * The letters of a text, normalised for comparison, and where each comes from; spaces in a row are one.
 * @param {string} text
 */
function foldedLetters(text) {
  /** @type {FoldedLetter[]} */
  const letters = [];
  let place = 0;
  for (const [cluster] of text.matchAll(CLUSTER)) {
    const end = place + [...cluster].length;
    const isInvisible = FORMAT.test([...cluster][0]) && !cluster.startsWith(ZERO_WIDTH_SPACE);
    const start = place + (isInvisible ? 1 : 0);
    for (const letter of folded(isInvisible ? [...cluster].slice(1).join("") : cluster)) {
      if (!/\s/.test(letter) && !SEPARATORS.includes(letter)) letters.push({ letter, start, end });
      else if (letters.at(-1)?.letter === " ") letters[letters.length - 1].end = end;
      else letters.push({ letter: " ", start, end });
    }
    place = end;
  }
  return letters;
}

/** @param {string} cluster */
function folded(cluster) {
  const plain = [...cluster.replace(VARIANTS, "").normalize("NFD")].map(caseFolded).join("").replace("’", "'");
  const letters = plain.normalize("NFD");
  return [...(letters.startsWith("i") ? letters.replaceAll("\u0307", "") : letters)];
}

/** A letter without its case: by way of its capital, so that "ß" is "ss". @param {string} letter */
function caseFolded(letter) {
  return letter === "ı" ? letter : letter.toLowerCase().toUpperCase().toLowerCase();
}

/** @param {string[]} letters */
function trimmed(letters) {
  return letters.slice(letters[0] === " " ? 1 : 0, letters.at(-1) === " " ? -1 : undefined);
}

/** @param {FoldedLetter[]} letters @param {number} start @param {number} end */
function isWhole(letters, start, end) {
  const joins = (/** @type {number} */ place, /** @type {number} */ edge) => {
    const [letter, other] = [letters[place]?.letter, letters[edge].letter];
    if (letter === undefined || WITHOUT_SPACES.test(letter) || WITHOUT_SPACES.test(other)) return false;
    return PART_OF_A_WORD.test(letter);
  };
  return !(joins(start - 1, start) || joins(end, end - 1) || MARK.test(letters[end]?.letter ?? ""));
}

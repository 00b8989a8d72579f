// From a text to token ids, in the four steps of BERT's uncased tokenizers: special tokens are set apart, the text is
// normalised, it is split into words and punctuation, and WordPiece cuts each word into tokens of the vocabulary.
//
// Ids are those of the `tokenizers` library, which transformers uses. Which characters are accents or punctuation depends
// on the version of Unicode, and browsers know newer ones than that library: so its tables come with the weights.

const LONGEST_WORD = 100; // characters; a longer word is unknown
const SPECIAL_TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const SPECIAL = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/; // exactly as written: "[mask]" is three tokens
const WHITE_SPACE = /\p{White_Space}/u;
const CHINESE =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u;

/** @typedef {{ control: string, accents: string, punctuation: string }} Characters Ranges of them. */
/** @typedef {{ letter: string, place: number }} Letter And the place that it comes from. */

export class WordPiece {
  /**
   * `vocabulary` has the tokens in the order of their ids; tokens that continue a word begin with "##". `characters` has
   * the ranges of characters that are dropped (`control`, `accents`) or stand for themselves (`punctuation`).
   * @param {string[]} vocabulary @param {Characters} characters
   */
  constructor(vocabulary, characters) {
    this.vocabulary = vocabulary;
    this.ids = new Map(vocabulary.map((token, id) => [token, id]));
    this.maskId = vocabulary.indexOf("[MASK]");
    this.control = new RegExp(`[${characters.control}]`, "u");
    this.accent = new RegExp(`[${characters.accents}]`, "u");
    this.punctuation = new RegExp(`[${characters.punctuation}]`, "u");
  }

  /** The ids of a text, with [CLS] before and [SEP] after them. @param {string} text */
  encode(text) {
    return ["[CLS]", ...this.tokens(text).map(({ token }) => token), "[SEP]"].map(
      (token) => /** @type {number} */ (this.ids.get(token)), // it is one of the vocabulary
    );
  }

  /**
   * The tokens of a text, each as { token, start, end, special }: where it stands in the text, in code points, and
   * whether it is a special token.
   * @param {string} text
   */
  tokens(text) {
    let place = 0; // where a part begins
    return text.split(SPECIAL).flatMap((part) => {
      const start = place;
      place += [...part].length;
      if (SPECIAL_TOKENS.includes(part)) return [{ token: part, start, end: place, special: true }];
      return this.words(this.normalise(part)).flatMap((word) =>
        this.wordPieces(word.map(({ letter }) => letter)).map(({ token, first, last }) => ({
          token,
          start: start + word[first].place,
          end: start + word[last].place + 1,
          special: false,
        })),
      );
    });
  }

  /**
   * The letters of a text and the place that each comes from: without control characters and accents, in lower case,
   * with spaces around Chinese characters.
   * @param {string} text
   */
  normalise(text) {
    const clean = [...text].flatMap((character, place) => {
      if (this.control.test(character)) return [];
      if (WHITE_SPACE.test(character)) return [{ letter: " ", place }];
      const letters = CHINESE.test(character) ? [" ", character, " "] : [character];
      return letters.map((letter) => ({ letter, place }));
    });
    // Letter by letter, as Rust does it: JavaScript would write a capital sigma at a word's end as "ς".
    const places = clean.flatMap(({ letter, place }) => [...letter.normalize("NFD")].map(() => place));
    return [
      ...clean
        .map(({ letter }) => letter)
        .join("")
        .normalize("NFD"),
    ]
      .map((letter, index) => ({ letter, place: places[index] }))
      .filter(({ letter }) => !this.accent.test(letter))
      .flatMap(({ letter, place }) => [...letter.toLowerCase()].map((lower) => ({ letter: lower, place })));
  }

  /**
   * The words of a normalised text, as lists of its letters; each punctuation character is a word.
   * @param {Letter[]} letters
   */
  words(letters) {
    /** @type {Letter[][]} */
    const words = [];
    /** @type {Letter[]} */
    let word = [];
    const close = () => {
      if (word.length > 0) words.push(word);
      word = [];
    };
    for (const each of letters) {
      if (WHITE_SPACE.test(each.letter)) close();
      else if (this.punctuation.test(each.letter)) {
        close();
        words.push([each]);
      } else word.push(each);
    }
    close();
    return words;
  }

  /**
   * A word's letters as tokens, each with the first and the last letter that it covers: it is the longest beginning of
   * what is left; [UNK] if at some place nothing fits.
   * @param {string[]} characters
   */
  wordPieces(characters) {
    const unknown = [{ token: "[UNK]", first: 0, last: characters.length - 1 }];
    if (characters.length > LONGEST_WORD) return unknown;
    /** @type {typeof unknown} */
    const pieces = [];
    for (let start = 0, end = 0; start < characters.length; start = end) {
      const prefix = start > 0 ? "##" : "";
      end = characters.length;
      while (end > start && !this.ids.has(prefix + characters.slice(start, end).join(""))) end -= 1;
      if (end === start) return unknown;
      pieces.push({ token: prefix + characters.slice(start, end).join(""), first: start, last: end - 1 });
    }
    return pieces;
  }
}

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

export class WordPiece {
  /**
   * `vocabulary` has the tokens in the order of their ids; tokens that continue a word begin with "##". `characters` has
   * the ranges of characters that are dropped (`control`, `accents`) or stand for themselves (`punctuation`).
   */
  constructor(vocabulary, characters) {
    this.vocabulary = vocabulary;
    this.ids = new Map(vocabulary.map((token, id) => [token, id]));
    this.maskId = this.ids.get("[MASK]");
    this.control = new RegExp(`[${characters.control}]`, "u");
    this.accent = new RegExp(`[${characters.accents}]`, "u");
    this.punctuation = new RegExp(`([${characters.punctuation}])`, "u");
  }

  /** The ids of a text, with [CLS] before and [SEP] after them. */
  encode(text) {
    const tokens = text
      .split(SPECIAL)
      .flatMap((part) =>
        SPECIAL_TOKENS.includes(part)
          ? [part]
          : this.words(this.normalise(part)).flatMap((word) => this.wordPieces(word)),
      );
    return ["[CLS]", ...tokens, "[SEP]"].map((token) => this.ids.get(token));
  }

  /** Without control characters and accents, in lower case, with spaces around Chinese characters. */
  normalise(text) {
    let clean = "";
    for (const character of text) {
      if (this.control.test(character)) continue;
      if (WHITE_SPACE.test(character)) clean += " ";
      else clean += CHINESE.test(character) ? ` ${character} ` : character;
    }
    // Letter by letter, as Rust does it: JavaScript would write a capital sigma at a word's end as "ς".
    return [...clean.normalize("NFD")]
      .filter((character) => !this.accent.test(character))
      .map((character) => character.toLowerCase())
      .join("");
  }

  /** The words of a normalised text; each punctuation character is a word. */
  words(text) {
    return text
      .split(WHITE_SPACE)
      .flatMap((part) => part.split(this.punctuation))
      .filter((word) => word !== "");
  }

  /** A word as tokens: each is the longest beginning of what is left; [UNK] if at some place nothing fits. */
  wordPieces(word) {
    const characters = [...word];
    if (characters.length > LONGEST_WORD) return ["[UNK]"];
    const pieces = [];
    for (let start = 0, end = 0; start < characters.length; start = end) {
      const prefix = start > 0 ? "##" : "";
      end = characters.length;
      while (end > start && !this.ids.has(prefix + characters.slice(start, end).join(""))) end -= 1;
      if (end === start) return ["[UNK]"];
      pieces.push(prefix + characters.slice(start, end).join(""));
    }
    return pieces;
  }
}

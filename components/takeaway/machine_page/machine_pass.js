// One pass over a sentence: the vectors between floors, from which every array of a floor is computed again when somebody
// looks at it, and what each token's way through the floors is drawn from.

import { largestPlaces, softmax } from "../browser_model/operations.js";
import { readToken } from "../browser_model/reading.js";

/**
 * @import { Way } from "../../widgets/layer_building/reading.js"
 * @import { BrowserBert } from "../browser_model/bert.js"
 */

/** @typedef {Record<string, Float32Array>} Arrays Of a floor, by the keys of their boxes. */
/**
 * @typedef {Record<"attention", Float32Array> & Record<"written" | "middle" | "added" | "length", number[]>} LayerParts
 */
/** @typedef {Way & { likeliest: { word: string, probability: number }[] }} TokenWay */

const KEPT_WORDS = 12; // of the vocabulary, at its head
const BARS = 5; // of these, over the chosen token's column

export class MachinePass {
  /**
   * `ids` are the sentence's; a pass is named by them, so that the same sentence is the same pass.
   * @param {BrowserBert} bert @param {number[]} ids
   */
  constructor(bert, ids) {
    this.bert = bert;
    this.ids = ids;
    this.name = ids.join(" ");
    this.layers = bert.config.num_hidden_layers;
    this.heads = bert.config.num_attention_heads;
    this.width = bert.config.hidden_size;
    this.tokens = ids.map((id) => this.word(id));
    this.hidden = [bert.embed(ids).embedding_norm];
    /** @type {Float32Array[]} */
    this.middle = []; // of each layer, what stands between its attention and its feed-forward part
    /** @type {LayerParts[]} */
    this.parts = []; // of each layer, for every token: its attention to all tokens, and the lengths of vectors
    for (let layer = 0; layer < this.layers; layer += 1) {
      const arrays = bert.runLayer(this.hidden[layer], layer);
      this.hidden.push(arrays.layer_output);
      this.middle.push(arrays.attention_norm);
      this.parts.push({
        attention: this.averageHeads(arrays.weights),
        written: this.lengths(arrays.attention_output),
        middle: this.lengths(arrays.attention_norm),
        added: this.lengths(arrays.down),
        length: this.lengths(this.hidden[layer]),
      });
    }
    /** @type {Map<number, TokenWay>} */
    this.ways = new Map();
    /** @type {{ number: number, position: number | null, arrays: Arrays, words: number[] }} */
    this.floor = { number: -1, position: null, arrays: {}, words: [] }; // the last one whose arrays were looked at
  }

  get count() {
    return this.ids.length;
  }

  /**
   * A token of the vocabulary as people read it; an ellipsis marks one that continues the word before it.
   * @param {number} id
   */
  word(id) {
    const { text, continues } = readToken(this.bert.tokenizer.vocabulary[id]);
    return continues ? `…${text}` : text;
  }

  /**
   * A token's vector where all tokens' stand one after the other.
   * @param {Float32Array} vectors @param {number} token
   */
  rowOf(vectors, token) {
    const width = vectors.length / this.count;
    return vectors.subarray(token * width, (token + 1) * width);
  }

  /** @param {Float32Array} vectors */
  lengths(vectors) {
    return this.ids.map((_, token) => Math.hypot(...this.rowOf(vectors, token)));
  }

  /** Weights of shape (head, query, key) as (query, key). @param {Float32Array} weights */
  averageHeads(weights) {
    const average = new Float32Array(this.count ** 2);
    weights.forEach((weight, place) => {
      average[place % average.length] += weight / this.heads;
    });
    return average;
  }

  /**
   * A token's way: `weights` of each layer on all tokens, averaged over its heads; `added`, how long what attention and
   * the feed-forward part add is, measured by the vector before; `words`, what the vocabulary head reads before layer 1
   * and after each layer; `between`, what it reads between a layer's two parts; and the words that are likeliest after the last one, with their probabilities.
   * @param {number} token
   */
  wayOf(token) {
    const known = this.ways.get(token);
    if (known) return known;
    /** @type {TokenWay} */
    const way = {
      weights: this.parts.map(({ attention }) => [...this.rowOf(attention, token)].map(rounded)),
      added: this.parts.map(({ written, middle, added, length }) => [
        rounded(written[token] / length[token]),
        rounded(added[token] / middle[token]),
      ]),
      ...this.readLens(token),
    };
    this.ways.set(token, way);
    return way;
  }

  /** The logit lens: the vocabulary head reads a token's vectors as they are after each layer. @param {number} token */
  readLens(token) {
    const stops = [...this.middle, ...this.hidden];
    const vectors = new Float32Array(stops.length * this.width);
    stops.forEach((stop, place) => {
      vectors.set(this.rowOf(stop, token), place * this.width);
    });
    const { logits } = this.bert.runHead(vectors);
    const size = logits.length / stops.length;
    const readings = stops.map((_, place) => logits.subarray(place * size, (place + 1) * size));
    const last = softmax(readings[stops.length - 1].slice());
    const words = readings.map((reading) => this.word(placeOfMaximum(reading)));
    return {
      words: words.slice(this.layers),
      between: words.slice(0, this.layers),
      likeliest: largestPlaces(last, BARS).map((id) => ({ word: this.word(id), probability: last[id] })),
    };
  }

  /**
   * All arrays of a floor. At the vocabulary head those of one token, and of its logits and probabilities the largest.
   * @param {number} floor @param {number} token
   */
  arraysOf(floor, token) {
    return this.floorOf(floor, token).arrays;
  }

  /**
   * The words whose logits the vocabulary head keeps, as their numbers; none on other floors.
   * @param {number} floor @param {number} token
   */
  wordsOf(floor, token) {
    return this.floorOf(floor, token).words;
  }

  /** @param {number} floor @param {number} token */
  floorOf(floor, token) {
    const position = floor > this.layers ? token : null;
    if (this.floor.number !== floor || this.floor.position !== position) {
      this.floor = { number: floor, position, ...this.computeFloor(floor, token) };
    }
    return this.floor;
  }

  /** @param {number} floor @param {number} token */
  computeFloor(floor, token) {
    if (floor === 0) return { arrays: this.bert.embed(this.ids), words: [] };
    if (floor <= this.layers) {
      const arrays = this.bert.runLayer(this.hidden[floor - 1], floor - 1);
      return { arrays: { ...arrays, input: this.hidden[floor - 1], concatenated: arrays.mixed }, words: [] };
    }
    const input = this.rowOf(this.hidden[this.layers], token);
    const arrays = this.bert.runHead(input);
    const probabilities = softmax(arrays.logits.slice());
    const words = largestPlaces(probabilities, KEPT_WORDS);
    const keep = (/** @type {Float32Array} */ values) => Float32Array.from(words, (id) => values[id]);
    return { arrays: { ...arrays, input, logits: keep(arrays.logits), probabilities: keep(probabilities) }, words };
  }

  /**
   * A token's part of an array of a floor: its vector, or its scores or weights, head after head.
   * @param {number} floor @param {number} token @param {string} key
   */
  vectorOf(floor, token, key) {
    const values = this.arraysOf(floor, token)[key];
    if (floor > this.layers) return values;
    if (key !== "scores" && key !== "weights") return this.rowOf(values, token);
    const heads = Array.from({ length: this.heads }, (_, head) => head);
    return Float32Array.from(heads.flatMap((head) => [...this.attentionOf(values, head, token)]));
  }

  /**
   * The scores or weights of a token in a head.
   * @param {Float32Array} values @param {number} head @param {number} token
   */
  attentionOf(values, head, token) {
    const start = (head * this.count + token) * this.count;
    return values.subarray(start, start + this.count);
  }
}

/** @param {Float32Array} values */
function placeOfMaximum(values) {
  let best = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i] > values[best]) best = i;
  return best;
}

/** To three digits, which is as much as is drawn. @param {number} number */
function rounded(number) {
  return Math.round(1000 * number) / 1000;
}

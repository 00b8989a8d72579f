// BERT: embeddings, layers of attention and feed-forward networks, and the head that scores every word of the vocabulary
// (Devlin et al. 2019, https://arxiv.org/abs/1810.04805). Every part returns all arrays that it computes, each under the
// name that its box has in “Inside a layer”.

import { add, gelu, layerNorm, linear, softmax } from "./operations.js";
import { matrixRow, readWeights } from "./weights.js";
import { WordPiece } from "./wordpiece.js";

// The weights that an array is computed with, as transformers names them.
/** @type {Record<string, string>} */
const EMBEDDING_WEIGHTS = {
  word: "word_embeddings",
  position: "position_embeddings",
  segment: "token_type_embeddings",
  embedding_norm: "LayerNorm",
};
/** @type {Record<string, string>} */
const LAYER_WEIGHTS = {
  query: "attention.self.query",
  key: "attention.self.key",
  value: "attention.self.value",
  attention_output: "attention.output.dense",
  attention_norm: "attention.output.LayerNorm",
  up: "intermediate.dense",
  down: "output.dense",
  layer_output: "output.LayerNorm",
};
/** @type {Record<string, string>} */
const HEAD_WEIGHTS = { dense: "transform.dense", head_norm: "transform.LayerNorm" };

export class BrowserBert {
  /** `buffer` is a packed model (weights.js). @param {ArrayBuffer} buffer */
  constructor(buffer) {
    const { header, matrices, vectors } = readWeights(buffer);
    this.config = header.config;
    this.matrices = matrices;
    this.vectors = vectors;
    this.tokenizer = new WordPiece(header.vocabulary, header.characters);
  }

  /**
   * One pass. `hiddenStates` has the embeddings and the output of every layer, each of shape (token, width);
   * `attentions` the weights of every layer, of shape (head, query, key).
   * @param {number[]} ids
   */
  forward(ids) {
    const hiddenStates = [this.embed(ids).embedding_norm];
    /** @type {Float32Array[]} */
    const attentions = [];
    for (let layer = 0; layer < this.config.num_hidden_layers; layer += 1) {
      const { layer_output: hidden, weights } = this.runLayer(hiddenStates[layer], layer);
      hiddenStates.push(hidden);
      attentions.push(weights);
    }
    return { hiddenStates, attentions };
  }

  /**
   * The logits of the whole vocabulary at one position, from the last hidden state.
   * @param {Float32Array} hidden @param {number} position
   */
  logits(hidden, position) {
    const width = this.config.hidden_size;
    return this.runHead(hidden.slice(position * width, (position + 1) * width)).logits;
  }

  /**
   * The probabilities of the whole vocabulary at every position that holds [MASK], all predicted in one pass.
   * @param {number[]} ids
   */
  fill(ids) {
    const hidden = this.forward(ids).hiddenStates[this.config.num_hidden_layers];
    return ids.flatMap((id, position) =>
      id === this.tokenizer.maskId ? [{ position, probabilities: softmax(this.logits(hidden, position)) }] : [],
    );
  }

  /** Word + position + segment, normalised. A text alone is segment 0. @param {number[]} ids */
  embed(ids) {
    const width = this.config.hidden_size;
    const rows = { word: ids, position: [...ids.keys()], segment: ids.map(() => 0) };
    const [word, position, segment] = Object.entries(rows).map(([table, numbers]) => {
      const vectors = new Float32Array(ids.length * width);
      numbers.forEach((row, place) => {
        vectors.set(matrixRow(this.matrixOf(table).weight, row), place * width);
      });
      return vectors;
    });
    const sum = add(add(word, position), segment);
    return { word, position, segment, embedding_sum: sum, embedding_norm: this.norm(sum, "embedding_norm") };
  }

  /**
   * Attention, then the feed-forward network; each adds to what it reads.
   * @param {Float32Array} hidden @param {number} layer
   */
  runLayer(hidden, layer) {
    const [query, key, value] = ["query", "key", "value"].map((part) => this.linear(hidden, part, layer));
    const attention = this.attend(query, key, value);
    const output = this.linear(attention.mixed, "attention_output", layer);
    const attended = add(hidden, output);
    const middle = this.norm(attended, "attention_norm", layer);
    const up = this.linear(middle, "up", layer);
    const activated = gelu(up);
    const down = this.linear(activated, "down", layer);
    const sum = add(middle, down);
    return {
      ...{ query, key, value, ...attention, attention_output: output, attention_sum: attended, attention_norm: middle },
      ...{ up, activated, down, feed_forward_sum: sum, layer_output: this.norm(sum, "layer_output", layer) },
    };
  }

  /**
   * In each head, every token (query) weights all tokens (keys), and takes that mixture of their values.
   * @param {Float32Array} queries @param {Float32Array} keys @param {Float32Array} values
   */
  attend(queries, keys, values) {
    const { hidden_size: width, num_attention_heads: heads } = this.config;
    const tokens = queries.length / width;
    const size = width / heads; // of one head
    const scores = new Float32Array(heads * tokens * tokens);
    const weights = new Float32Array(scores.length);
    const mixed = new Float32Array(queries.length);
    for (let head = 0; head < heads; head += 1) {
      for (let query = 0; query < tokens; query += 1) {
        const row = (head * tokens + query) * tokens;
        const from = query * width + head * size;
        for (let key = 0; key < tokens; key += 1) {
          const to = key * width + head * size;
          let score = 0;
          for (let i = 0; i < size; i += 1) score += queries[from + i] * keys[to + i];
          scores[row + key] = score / Math.sqrt(size);
        }
        weights.set(softmax(scores.slice(row, row + tokens)), row);
        for (let key = 0; key < tokens; key += 1) {
          const to = key * width + head * size;
          for (let i = 0; i < size; i += 1) mixed[from + i] += weights[row + key] * values[to + i];
        }
      }
    }
    return { scores, weights, mixed };
  }

  /**
   * What the head reads from vectors of the last layer: the logits of every word, at each of them.
   * @param {Float32Array} vectors
   */
  runHead(vectors) {
    const dense = this.linear(vectors, "dense");
    const activated = gelu(dense);
    const normalised = this.norm(activated, "head_norm");
    const { weight, bias } = this.matrixOf("logits");
    return { dense, head_activated: activated, head_norm: normalised, logits: linear(normalised, weight, bias) };
  }

  /**
   * The matrix and the bias that an array is computed with; `layer` from 0.
   * @param {string} array @param {number} [layer]
   */
  matrixOf(array, layer = 0) {
    const [weight, bias] = weightNames(array, layer);
    return { weight: this.matrices[weight], bias: this.vectors[bias] };
  }

  /** What an array is stretched and shifted by when it is normalised. @param {string} array @param {number} [layer] */
  normOf(array, layer = 0) {
    const [weight, bias] = weightNames(array, layer);
    return { weight: this.vectors[weight], bias: this.vectors[bias] };
  }

  /** @param {Float32Array} vectors @param {string} array @param {number} [layer] */
  linear(vectors, array, layer) {
    const { weight, bias } = this.matrixOf(array, layer);
    return linear(vectors, weight, bias);
  }

  /** @param {Float32Array} vectors @param {string} array @param {number} [layer] */
  norm(vectors, array, layer) {
    const { weight, bias } = this.normOf(array, layer);
    return layerNorm(vectors, weight, bias, this.config.layer_norm_eps);
  }
}

/** @param {string} array @param {number} layer */
function weightNames(array, layer) {
  // The output weights are the word embeddings: a word's logit says how well its embedding fits.
  if (array === "logits") return ["bert.embeddings.word_embeddings.weight", "cls.predictions.bias"];
  const name =
    array in EMBEDDING_WEIGHTS
      ? `bert.embeddings.${EMBEDDING_WEIGHTS[array]}`
      : array in HEAD_WEIGHTS
        ? `cls.predictions.${HEAD_WEIGHTS[array]}`
        : `bert.encoder.layer.${layer}.${LAYER_WEIGHTS[array]}`;
  return [`${name}.weight`, `${name}.bias`];
}

// BERT: embeddings, layers of attention and feed-forward networks, and the head that scores every word of the vocabulary
// (Devlin et al. 2019, https://arxiv.org/abs/1810.04805). Names of weights are those of transformers.

import { add, gelu, layerNorm, linear, softmax } from "./operations.js";
import { matrixRow, readWeights } from "./weights.js";
import { WordPiece } from "./wordpiece.js";

const EMBEDDINGS = "bert.embeddings";
const HEAD = "cls.predictions";

export class BrowserBert {
  /** `buffer` is a packed model (weights.js). */
  constructor(buffer) {
    const { header, tensors } = readWeights(buffer);
    this.header = header;
    this.config = header.config;
    this.tensors = tensors;
    this.tokenizer = new WordPiece(header.vocabulary, header.characters);
  }

  /**
   * One pass. `hiddenStates` has the embeddings and the output of every layer, each of shape (token, width);
   * `attentions` the weights of every layer, of shape (head, query, key).
   */
  forward(ids) {
    const hiddenStates = [this.embed(ids)];
    const attentions = [];
    for (let layer = 0; layer < this.config.num_hidden_layers; layer += 1) {
      const { hidden, attention } = this.runLayer(hiddenStates[layer], layer);
      hiddenStates.push(hidden);
      attentions.push(attention);
    }
    return { hiddenStates, attentions };
  }

  /** The logits of the whole vocabulary at one position, from the last hidden state. */
  logits(hidden, position) {
    const width = this.config.hidden_size;
    const vector = hidden.slice(position * width, (position + 1) * width);
    const transformed = gelu(this.linear(vector, `${HEAD}.transform.dense`));
    // The output weights are the word embeddings: a word's logit says how well its embedding fits.
    return linear(
      this.norm(transformed, `${HEAD}.transform.LayerNorm`),
      this.tensors[`${EMBEDDINGS}.word_embeddings.weight`],
      this.tensors[`${HEAD}.bias`],
    );
  }

  /** The probabilities of the whole vocabulary at every position that holds [MASK], all predicted in one pass. */
  fill(ids) {
    const hidden = this.forward(ids).hiddenStates.at(-1);
    return ids.flatMap((id, position) =>
      id === this.tokenizer.maskId ? [{ position, probabilities: softmax(this.logits(hidden, position)) }] : [],
    );
  }

  /** Word + position + segment, normalised. A text alone is segment 0. */
  embed(ids) {
    const width = this.config.hidden_size;
    const vectors = new Float32Array(ids.length * width);
    const [words, positions, segments] = ["word", "position", "token_type"].map(
      (kind) => this.tensors[`${EMBEDDINGS}.${kind}_embeddings.weight`],
    );
    const segment = matrixRow(segments, 0);
    ids.forEach((id, position) => {
      const word = matrixRow(words, id);
      const place = matrixRow(positions, position);
      for (let i = 0; i < width; i += 1) vectors[position * width + i] = word[i] + place[i] + segment[i];
    });
    return this.norm(vectors, `${EMBEDDINGS}.LayerNorm`);
  }

  /** Attention, then the feed-forward network; each adds to what it reads. */
  runLayer(hidden, layer) {
    const name = `bert.encoder.layer.${layer}`;
    const { mixed, attention } = this.attend(hidden, `${name}.attention.self`);
    const attended = add(this.linear(mixed, `${name}.attention.output.dense`), hidden);
    this.norm(attended, `${name}.attention.output.LayerNorm`);
    const inner = gelu(this.linear(attended, `${name}.intermediate.dense`));
    const output = add(this.linear(inner, `${name}.output.dense`), attended);
    return { hidden: this.norm(output, `${name}.output.LayerNorm`), attention };
  }

  /** In each head, every token (query) weights all tokens (keys), and takes that mixture of their values. */
  attend(hidden, name) {
    const { hidden_size: width, num_attention_heads: heads } = this.config;
    const [queries, keys, values] = ["query", "key", "value"].map((part) => this.linear(hidden, `${name}.${part}`));
    const tokens = hidden.length / width;
    const size = width / heads; // of one head
    const attention = new Float32Array(heads * tokens * tokens);
    const mixed = new Float32Array(hidden.length);
    for (let head = 0; head < heads; head += 1) {
      for (let query = 0; query < tokens; query += 1) {
        const row = (head * tokens + query) * tokens;
        const weights = attention.subarray(row, row + tokens);
        const from = query * width + head * size;
        for (let key = 0; key < tokens; key += 1) {
          const to = key * width + head * size;
          let score = 0;
          for (let i = 0; i < size; i += 1) score += queries[from + i] * keys[to + i];
          weights[key] = score / Math.sqrt(size);
        }
        softmax(weights);
        for (let key = 0; key < tokens; key += 1) {
          const to = key * width + head * size;
          for (let i = 0; i < size; i += 1) mixed[from + i] += weights[key] * values[to + i];
        }
      }
    }
    return { mixed, attention };
  }

  linear(vectors, name) {
    return linear(vectors, this.tensors[`${name}.weight`], this.tensors[`${name}.bias`]);
  }

  norm(vectors, name) {
    const { [`${name}.weight`]: weight, [`${name}.bias`]: bias } = this.tensors;
    return layerNorm(vectors, weight, bias, this.config.layer_norm_eps);
  }
}

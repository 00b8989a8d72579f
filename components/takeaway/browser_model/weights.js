// A packed model: the length of a header (4 bytes, little-endian), the header as JSON, and the tensors. A matrix has one
// signed byte a weight and one scale a row: weight = byte × scale. Vectors, which are short, have single precision.
// components/takeaway/packing.py writes it.

/** @import { Characters } from "./wordpiece.js" */

/** @typedef {{ bytes: Int8Array, scales: Float32Array, rows: number, columns: number }} PackedMatrix */
/**
 * @typedef {object} ModelHeader
 * @property {{ num_hidden_layers: number, num_attention_heads: number, hidden_size: number, max_position_embeddings:
 *   number, layer_norm_eps: number }} config
 * @property {string[]} vocabulary
 * @property {Characters} characters
 * @property {Record<string, { shape: number[], offset: number, scales: number }>} tensors
 */

/**
 * The header of a packed model and its tensors by name, as views of the buffer, which is not copied.
 * @param {ArrayBuffer} buffer
 */
export function readWeights(buffer) {
  const size = new DataView(buffer).getUint32(0, true);
  /** @type {ModelHeader} */
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  const start = 4 + size; // a multiple of 4, as Float32Array needs it
  /** @type {Record<string, Float32Array>} */
  const vectors = {};
  /** @type {Record<string, PackedMatrix>} */
  const matrices = {};
  for (const [name, { shape, offset, scales }] of Object.entries(header.tensors)) {
    const [rows, columns] = shape;
    if (columns === undefined) vectors[name] = new Float32Array(buffer, start + offset, rows);
    else {
      const bytes = new Int8Array(buffer, start + offset, rows * columns);
      matrices[name] = { bytes, scales: new Float32Array(buffer, start + scales, rows), rows, columns };
    }
  }
  return { header, vectors, matrices };
}

/**
 * Row `index` of a matrix, in double precision.
 * @param {PackedMatrix} matrix @param {number} index @param {Float64Array} [target]
 */
export function matrixRow(matrix, index, target = new Float64Array(matrix.columns)) {
  const first = index * matrix.columns;
  const scale = matrix.scales[index];
  for (let column = 0; column < matrix.columns; column += 1) target[column] = scale * matrix.bytes[first + column];
  return target;
}

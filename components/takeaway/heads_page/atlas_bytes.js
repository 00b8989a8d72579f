// A pass as the atlas takes it: bytes that components/attention/tables/atlas.py describes. There is no server to fetch
// exact weights from, so here those of every head travel whole, behind the bytes that colour the small pictures.

const WHOLE_PANEL_LIMIT = 128; // tokens; the small pictures of more are reduced
const REDUCED_SIDE = 64;

/**
 * Header and weights.
 *
 * @param {{ trace: string, tokens: string[], special: number[], labels: unknown[] }} names As in the header.
 * @param {Float32Array[]} attentions The weights of every layer. Shape: (head, query, key).
 */
export function atlasPayload(names, attentions) {
  const count = names.tokens.length;
  const heads = attentions[0].length / count ** 2;
  const block = count <= WHOLE_PANEL_LIMIT ? 1 : Math.ceil(count / REDUCED_SIDE);
  const side = Math.ceil(count / block);
  const header = {
    ...names,
    axes: ["layer", "head"],
    rows: attentions.map((_, layer) => String(layer + 1)),
    columns: Array.from({ length: heads }, (_, head) => String(head + 1)),
    segments: null,
    chosen: [0, 0],
    exact: "all",
    side,
    block,
  };
  const levels = attentions.map((weights) => levelsOfBlocks(weights, count, block, side));
  return joined(jsonBytes(header), ...levels, ...attentions);
}

/**
 * The bytes that the element takes: its settings, then the payload.
 * @param {object} settings @param {Uint8Array} payload
 */
export function withSettings(settings, payload) {
  return joined(jsonBytes(settings), payload);
}

/**
 * Weights as bytes, the square root of each in steps of 1/255; of a block, its largest weight.
 * @param {Float32Array} weights @param {number} count @param {number} block @param {number} side
 */
function levelsOfBlocks(weights, count, block, side) {
  const levels = new Uint8Array((weights.length / count ** 2) * side ** 2);
  for (let i = 0; i < weights.length; i += 1) {
    const query = Math.floor(i / count); // counted through all heads
    const row = Math.floor(query / count) * side + Math.floor((query % count) / block);
    const cell = row * side + Math.floor((i % count) / block);
    levels[cell] = Math.max(levels[cell], Math.round(255 * Math.sqrt(Math.min(1, weights[i]))));
  }
  return levels;
}

/** A length and its JSON. @param {unknown} value */
function jsonBytes(value) {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, text.length, true);
  return joined(length, text);
}

/** @param {...Uint8Array | Float32Array} arrays */
function joined(...arrays) {
  const bytes = new Uint8Array(arrays.reduce((sum, array) => sum + array.byteLength, 0));
  let start = 0;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start);
    start += array.byteLength;
  }
  return bytes;
}

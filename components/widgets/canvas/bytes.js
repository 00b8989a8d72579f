// What stands in front of the numbers: settings and a header, each a length and its JSON. Written by `with_settings` in
// __init__.py and by the table module that made the payload.

const LENGTH = 4; // bytes of a length, little-endian

/**
 * The JSON that begins at a place among the bytes, and where it ends. Whoever reads it says what it is.
 *
 * @param {Uint8Array} bytes @param {number} start
 * @returns {[any, number]}
 */
export function jsonAt(bytes, start) {
  const length = new DataView(bytes.buffer, bytes.byteOffset + start, LENGTH).getUint32(0, true);
  const end = start + LENGTH + length;
  return [JSON.parse(new TextDecoder().decode(bytes.subarray(start + LENGTH, end))), end];
}

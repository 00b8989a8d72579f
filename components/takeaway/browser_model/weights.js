// A packed model: the length of a header (4 bytes, little-endian), the header as JSON, and the tensors. A matrix has one
// signed byte a weight and one scale a row: weight = byte × scale. Vectors, which are short, have single precision.
// components/takeaway/packing.py writes it.

/**
 * The header of a packed model and its tensors by name, as views of the buffer, which is not copied: a matrix is
 * { bytes, scales, rows, columns }, a vector a Float32Array.
 */
export function readWeights(buffer) {
  const size = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  const start = 4 + size; // a multiple of 4, as Float32Array needs it
  const tensors = {};
  for (const [name, { shape, offset, scales }] of Object.entries(header.tensors)) {
    const [rows, columns] = shape;
    tensors[name] =
      columns === undefined
        ? new Float32Array(buffer, start + offset, rows)
        : {
            bytes: new Int8Array(buffer, start + offset, rows * columns),
            scales: new Float32Array(buffer, start + scales, rows),
            rows,
            columns,
          };
  }
  return { header, tensors };
}

/** Row `index` of a matrix, in double precision. */
export function matrixRow(matrix, index, target = new Float64Array(matrix.columns)) {
  const first = index * matrix.columns;
  const scale = matrix.scales[index];
  for (let column = 0; column < matrix.columns; column += 1) target[column] = scale * matrix.bytes[first + column];
  return target;
}

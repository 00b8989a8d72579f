// The link to a page in a PNG file, as in the app's own figures (components/charts/picture_links.py): dropped onto the
// app, the picture opens the page.

const KEYWORD = "Riverbank link\0";
const HEADER_END = 33; // of the signature and the first chunk

/**
 * A PNG file with the link in it.
 * @param {Uint8Array<ArrayBuffer>} png
 * @param {string} link the path and query below the app's root, in ASCII
 * @returns {Blob}
 */
export function pngWithLink(png, link) {
  const checked = new TextEncoder().encode(`tEXt${KEYWORD}${link}`);
  const chunk = new Uint8Array(checked.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, checked.length - 4); // the type does not count
  chunk.set(checked, 4);
  view.setUint32(checked.length + 4, checksum(checked));
  return new Blob([png.subarray(0, HEADER_END), chunk, png.subarray(HEADER_END)], { type: "image/png" });
}

/** CRC-32, as in PNG files. @param {Uint8Array} bytes */
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// The link that a saved figure carries (components/charts/picture_links.py writes it), and the address that it opens.
// A file may come from anybody: its link opens a page of this app or nothing.

const KEYWORD = "Riverbank link\0"; // of the text in a PNG file
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const TEXT_CHUNK = 0x74455874; // "tEXt"
const AROUND_DATA = 12; // bytes of a chunk: length, type and checksum
const LONGEST_LINK = 32_000; // characters
const METADATA = new RegExp(`<metadata\\s+id="riverbank-link"\\s*>([^<]{0,${2 * LONGEST_LINK}})</metadata>`);

/** @typedef {{ root: string, paths: string[] }} App The path at which its addresses begin, and its pages. */

/**
 * The link in a PNG, SVG or JSON file; "" if there is none.
 * @param {Uint8Array} bytes of the file
 * @returns {string}
 */
export function linkIn(bytes) {
  if (SIGNATURE.every((byte, place) => bytes[place] === byte)) return linkInPng(bytes);
  const text = new TextDecoder().decode(bytes).trimStart();
  return text.startsWith("{") ? linkInJson(text) : (METADATA.exec(text)?.[1] ?? "").replaceAll("&amp;", "&").trim();
}

/** @param {Uint8Array} bytes */
function linkInPng(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = SIGNATURE.length; start + AROUND_DATA <= bytes.length; ) {
    const end = start + AROUND_DATA + view.getUint32(start);
    if (end > bytes.length) return ""; // cut off
    if (view.getUint32(start + 4) === TEXT_CHUNK && end - start <= LONGEST_LINK + KEYWORD.length + AROUND_DATA) {
      const text = new TextDecoder("latin1").decode(bytes.subarray(start + 8, end - 4));
      if (text.startsWith(KEYWORD)) return text.slice(KEYWORD.length);
    }
    start = end;
  }
  return "";
}

/** @param {string} text */
function linkInJson(text) {
  try {
    const { link } = JSON.parse(text);
    return typeof link === "string" ? link : "";
  } catch {
    return "";
  }
}

/**
 * The address that a link opens; "" for a link that is not to a page of this app.
 * @param {string} link the path below the root, with the query
 * @param {App} app
 */
export function addressOf(link, { root, paths }) {
  if (link.length > LONGEST_LINK) return "";
  const [, path, query = ""] = /^\/([a-z0-9-]*)(\?[\w.~!'()*%+&=-]*)?$/.exec(link) ?? [];
  return path !== undefined && paths.includes(path) ? `${root}${path}${query}` : "";
}

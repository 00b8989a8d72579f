// Values as Python sends them: settings and a header, each a length and its JSON, and then the numbers.

const encoder = new TextEncoder();

/** The bytes of settings, a header and arrays of numbers, one behind another. */
export function payload(settings, header, ...arrays) {
  const texts = [settings, header].map((value) => encoder.encode(JSON.stringify(value)));
  const parts = texts.flatMap((text) => [new Uint8Array(new Uint32Array([text.length]).buffer), text]);
  for (const array of arrays) parts.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let start = 0;
  for (const part of parts) {
    bytes.set(part, start);
    start += part.length;
  }
  return bytes;
}

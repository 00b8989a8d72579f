// The colours of the meanings.

/** @import { Theme } from "../../widgets/canvas/drawing.js" */

/** @param {Theme} theme @param {number} sign */
export function hueOf(theme, sign) {
  return theme.hues[sign > 0 ? 1 : 0];
}

/**
 * A meaning's colour for a thick thread: nearer to the text's, so that it stands out from the thin ones.
 * @param {Theme} theme @param {number} sign
 */
export function deepHue(theme, sign) {
  return `color-mix(in srgb, ${hueOf(theme, sign)} 72%, ${theme.text})`;
}

/** @param {Theme} theme */
export function greyOf(theme) {
  return `color-mix(in srgb, ${theme.text} 62%, ${theme.paper})`;
}

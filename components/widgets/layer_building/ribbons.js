// A ribbon leaves one line upwards and runs into another, as wide as the attention that it stands for.

/** @import { Context } from "../canvas/drawing.js" */

/**
 * Its middle at the foot and at the end, and its width, in device pixels.
 * @typedef {{ from: number, foot: number, to: number, end: number, wide: number }} Ribbon
 */

/**
 * Draws a ribbon.
 * @param {Context} context @param {string} colour @param {Ribbon} ribbon
 */
export function drawRibbon(context, colour, { from, foot, to, end, wide }) {
  const [half, middle] = [wide / 2, (foot + end) / 2];
  context.beginPath();
  context.moveTo(from - half, foot);
  context.bezierCurveTo(from - half, middle, to - half, middle, to - half, end);
  context.lineTo(to + half, end);
  context.bezierCurveTo(to + half, middle, from + half, middle, from + half, foot);
  context.closePath();
  context.globalAlpha = 0.5;
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = colour; // where it runs nearly level it would be too thin to be seen
  context.lineWidth = devicePixelRatio;
  context.stroke();
  context.globalAlpha = 1;
}

const HALVINGS = 20;

/**
 * Where the middle of a ribbon is at a height between its foot and its end.
 * @param {Ribbon} ribbon @param {number} y
 */
export function ribbonMiddle({ from, foot, to, end }, y) {
  const middle = (foot + end) / 2;
  const between = (
    /** @type {number} */ first,
    /** @type {number} */ second,
    /** @type {number} */ third,
    /** @type {number} */ fourth,
    /** @type {number} */ share,
  ) =>
    first * (1 - share) ** 3 +
    3 * second * share * (1 - share) ** 2 +
    3 * third * share ** 2 * (1 - share) +
    fourth * share ** 3;
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i += 1) {
    const share = (low + high) / 2;
    const isBelow = (between(foot, middle, middle, end, share) - y) * (end - foot) < 0;
    [low, high] = isBelow ? [share, high] : [low, share];
  }
  return between(from, from, to, to, low);
}

// Where the dots of a curve over checkpoints stand.

const SHARES = [0, 0.25, 0.5, 0.75, 1];

/**
 * Dots, their line and the rules behind them, in pixels, with room for two lines and a name below.
 * @param {{ probability: number }[]} steps @param {number} width @param {number} letters
 */
export function placeCurve(steps, width, letters) {
  const height = Math.min(Math.max((width > 900 ? 0.6 : 0.48) * width, 280), 640); // a projector has room
  const [left, right, top, bottom] = [3.6 * letters, width - 1.5 * letters, 2.2 * letters, height - 5.5 * letters];
  const highest = Math.max(0.05, ...steps.map(({ probability }) => probability));
  const limit = SHARES.find((share) => share >= highest) ?? 1;
  const gap = (right - left) / steps.length;
  const y = (/** @type {number} */ share) => bottom - (share / limit) * (bottom - top);
  const dots = steps.map(({ probability }, place) => ({
    x: left + (place + 0.5) * gap,
    y: y(probability),
  }));
  const marks = limit > 0.25 ? SHARES.filter((share) => share <= limit) : [0, limit / 2, limit];
  return {
    height,
    left,
    right,
    bottom,
    gap,
    middle: (left + right) / 2,
    dots,
    path: dots.map((dot, place) => `${place ? "L" : "M"}${dot.x},${dot.y}`).join(""),
    rules: marks.map((share) => ({ y: y(share), text: `${100 * share}%` })),
  };
}

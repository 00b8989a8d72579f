// How large a figure is that is looked at.

export const LARGEST = 3;
export const SMALLEST = 0.6; // of a canvas that would reach below the bar; without a tour, what does not fit so stays as it is
const SMALLEST_CHARTS = 0.75; // on a tour, of what is readable: letters of 14 pixels, of 18 on a large projector
const LEAST_SHARE = 0.72; // of the screen's height for a figure; notes below it have what is left
const LEAST_SHARE_ON_TOUR = 0.55;

/**
 * A size with which a figure is nearer to the height that there is: carefully up, and quickly down.
 * @param {number} size @param {number} height @param {number} room
 */
export function nearerSize(size, height, room) {
  return size * Math.sqrt(room / height) ** (height > room ? 2 : 1);
}

/**
 * How much charts, canvases and all of a figure of a size are enlarged. On a tour it also becomes smaller: first charts and
 * canvases, then the whole; without any of these, texts at once.
 * @param {number} size
 * @param {{ onTour: boolean, hasPictures: boolean, least: number }} given `least` is what makes letters of charts
 *   readable.
 */
export function zoomsOf(size, { onTour, hasPictures, least }) {
  const whole = onTour ? Math.min(1, hasPictures ? size / SMALLEST : size) : 1;
  const charts = onTour ? whole * Math.max(SMALLEST_CHARTS, size) : Math.max(1, size);
  return { whole, charts: Math.min(LARGEST, least * charts), pictures: onTour ? Math.max(SMALLEST, size) : size };
}

/**
 * The height that a figure of this size can have, of what is left for it and for what stands below: on a tour, notes get none
 * while it has to be made smaller.
 * @param {number} left @param {number} below @param {number} size @param {boolean} onTour
 * @param {number} screen The height of the window.
 */
export function roomFor(left, below, size, onTour, screen) {
  if (onTour && size <= 1) return left;
  return Math.max(left - below, Math.min(left, (onTour ? LEAST_SHARE_ON_TOUR : LEAST_SHARE) * screen));
}

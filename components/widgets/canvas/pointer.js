// Where somebody points.

/**
 * Where the mouse is on the canvas that it happened on, in its pixels: on a projector it may be shown smaller.
 * @param {MouseEvent} event @returns {[number, number]}
 */
export function pointOn(event) {
  const canvas = /** @type {HTMLCanvasElement} */ (event.currentTarget);
  const box = canvas.getBoundingClientRect();
  const [across, down] = [canvas.width / box.width, canvas.height / box.height];
  return [(event.clientX - box.left) * across, (event.clientY - box.top) * down];
}

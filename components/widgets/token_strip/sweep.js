// A sweep over several tiles: a drag, or Shift with a click or an arrow key. It is shown at once and takes effect at its
// end, so that Python hears of one change.

/** @import { Memory } from "./token_strip.js" */

/** @typedef {{ from: number, to: number }} Sweep Places of tiles. */

/** The tiles between two, both included, whichever comes first. @param {HTMLElement[]} tiles @param {Sweep} sweep */
export function tilesBetween(tiles, { from, to }) {
  return tiles.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/**
 * What is masked after a sweep over some positions: they all are; if they all were, none of them is.
 * @param {Set<number>} masked @param {number[]} positions
 */
export function sweptMasks(masked, positions) {
  const swept = new Set(masked);
  const unmasks = positions.every((position) => masked.has(position));
  for (const position of positions) {
    if (unmasks) swept.delete(position);
    else swept.add(position);
  }
  return swept;
}

/**
 * Listens to drags, and to how sweeps by keyboard end. The state is `memory.sweep`, places among `memory.buttons`.
 * A finger that scrolls cancels its pointer, and with it the sweep.
 * @param {HTMLElement} strip @param {Memory} memory @param {{ show: () => void, end: (sweep: Sweep) => void }} given
 */
export function listenToSweeps(strip, memory, { show, end }) {
  /** @param {EventTarget | null} target */
  const placeOf = (target) => memory.buttons.findIndex((button) => target instanceof Node && button.contains(target));
  const close = (/** @type {boolean} */ isKept) => {
    const { sweep } = memory;
    [memory.sweep, memory.pressed] = [null, -1];
    if (sweep && isKept && sweep.from !== sweep.to) end(sweep);
    else if (sweep) show();
  };
  strip.onpointerdown = (event) => {
    close(true);
    memory.isDragged = false;
    const isPlain = event.isPrimary && event.button === 0 && !event.shiftKey;
    memory.pressed = isPlain ? placeOf(event.target) : -1;
  };
  strip.onpointermove = (event) => {
    if (event.buttons === 0 && memory.pressed >= 0) close(false); // let go elsewhere
    if (memory.pressed < 0 || !event.isPrimary) return;
    const page = /** @type {Document | ShadowRoot} */ (strip.getRootNode());
    const to = placeOf(page.elementFromPoint(event.clientX, event.clientY));
    if (to < 0 || to === (memory.sweep?.to ?? memory.pressed)) return;
    strip.setPointerCapture(event.pointerId);
    memory.isDragged = true; // the click that some browsers send after it is none
    memory.sweep = { from: memory.pressed, to };
    show();
  };
  strip.onpointerup = () => close(true);
  strip.onpointercancel = () => close(false);
  strip.onkeyup = (event) => {
    if (event.key === "Shift" && memory.pressed < 0) close(true);
  };
  return () => close(false);
}

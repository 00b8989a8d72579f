// A sweep over several tiles: a drag, or Shift with a click or an arrow key. It is shown at once and takes effect at its
// end, so that Python hears of one change.

/** The tiles between two, both included, whichever comes first. */
export function tilesBetween(tiles, { from, to }) {
  return tiles.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** What is masked after a sweep over some positions: they all are; if they all were, none of them is. */
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
 */
export function listenToSweeps(strip, memory, { show, end }) {
  const close = (isKept) => {
    const { sweep } = memory;
    [memory.sweep, memory.pressed] = [null, -1];
    if (sweep && isKept && sweep.from !== sweep.to) end(sweep);
    else if (sweep) show();
  };
  strip.onpointerdown = (event) => {
    close(true);
    memory.isDragged = false;
    const isPlain = event.isPrimary && event.button === 0 && !event.shiftKey;
    memory.pressed = isPlain ? memory.buttons.indexOf(event.target.closest("button")) : -1;
  };
  strip.onpointermove = (event) => {
    if (event.buttons === 0 && memory.pressed >= 0) close(false); // let go elsewhere
    if (memory.pressed < 0 || !event.isPrimary) return;
    const under = strip.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const to = memory.buttons.indexOf(under?.closest("button"));
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
  strip.onfocusout = (event) => {
    if (memory.pressed < 0 && event.relatedTarget && !strip.contains(event.relatedTarget)) close(true);
  };
  return () => close(false);
}

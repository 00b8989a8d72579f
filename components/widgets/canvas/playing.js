// The button that plays and pauses, and whether a picture plays by itself.

export function showPlaying({ el, isPlaying }) {
  el.play.querySelector("span").textContent = isPlaying ? "Pause" : "Play";
  el.play.querySelector("path").setAttribute("d", isPlaying ? "M3 2h4v12H3zM9 2h4v12H9z" : "M3 1.5v13l11-6.5z");
}

/** Whether the visitor asks for less motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether no picture of this kind has played by itself on this page in this browser session; from now on one has. */
export function isFirstPlay(kind) {
  const key = `riverbank-${kind} ${location.pathname}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, "yes");
    return true;
  } catch {
    return false; // the browser stores nothing: better never than every time
  }
}

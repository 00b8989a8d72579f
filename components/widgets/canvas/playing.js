// The button that plays and pauses, and whether a picture plays by itself.

import { partOf } from "./elements.js";

/** @param {{ el: { play: HTMLElement }, isPlaying: boolean }} view */
export function showPlaying({ el, isPlaying }) {
  partOf(el.play, "span").textContent = isPlaying ? "Pause" : "Play";
  partOf(el.play, "path").setAttribute("d", isPlaying ? "M3 2h4v12H3zM9 2h4v12H9z" : "M3 1.5v13l11-6.5z");
}

/** Whether the visitor asks for less motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Whether no picture of this kind has played by itself on this page in this browser session; from now on one has.
 * @param {string} kind
 */
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

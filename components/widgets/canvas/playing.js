// The button that plays and pauses.

export function showPlaying({ el, isPlaying }) {
  el.play.querySelector("span").textContent = isPlaying ? "Pause" : "Play";
  el.play.querySelector("path").setAttribute("d", isPlaying ? "M3 2h4v12H3zM9 2h4v12H9z" : "M3 1.5v13l11-6.5z");
}

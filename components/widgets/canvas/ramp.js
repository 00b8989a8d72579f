// What colours mean: a strip of them, with some numbers marked.

/** @import { Theme } from "./drawing.js" */

/**
 * The strip; `stops` are colours in even steps, `marks` pairs of a text and its place from 0 to 1.
 * @param {{ scale: HTMLElement, ramp: HTMLElement }} shown @param {number[][]} stops
 * @param {[string, number][]} marks
 */
export function showScale({ scale, ramp }, stops, marks) {
  ramp.style.background = `linear-gradient(to right, ${stops.map((colour) => `rgb(${colour.join(" ")})`).join(", ")})`;
  const steps = marks.map(([text, place]) => {
    const step = document.createElement("small");
    step.className = "step";
    step.textContent = text;
    step.style.left = `${100 * place}%`;
    return step;
  });
  scale.replaceChildren(ramp, ...steps);
}

/**
 * The square root of a weight along the theme's sequential colours.
 * @param {{ scale: HTMLElement, ramp: HTMLElement }} el @param {Theme} theme
 */
export function showRamp(el, theme) {
  showScale(
    el,
    theme.sequential,
    [0, 0.1, 0.4, 1].map((weight) => [`${100 * weight}%`, Math.sqrt(weight)]),
  );
}

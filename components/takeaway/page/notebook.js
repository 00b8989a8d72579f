// A custom element of the app in a notebook whose kernel listens: anywidget's front end draws it, and Python is told what is
// chosen. https://anywidget.dev/en/afm/

/** @import { Given } from "../../widgets/canvas/elements.js" */

/**
 * @typedef {{ get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void }}
 *   Traits
 */

/**
 * Draws an element for a widget whose traits are `markup`, `values`, `content` (bytes; none if the values are all) and
 * `selection`.
 *
 * @param {{ model: Traits, el: HTMLElement }} given By anywidget.
 * @param {(element: Given<unknown>) => unknown} mountElement What the element's script exports.
 */
export function drawInNotebook({ model, el }, mountElement) {
  const parentElement = el.attachShadow({ mode: "open" });
  parentElement.innerHTML = model.get("markup"); // the app's own; what is typed comes as data
  const content = model.get("content");
  const isBytes = content.byteLength > 0;
  const data = isBytes ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength) : model.get("values");
  const choose = (/** @type {string} */ _name, /** @type {unknown} */ selection) => {
    model.set("selection", selection);
    model.save_changes();
  };
  const draw = () => mountElement({ data, parentElement, setStateValue: choose, setTriggerValue: choose });
  const theme = matchMedia("(prefers-color-scheme: dark)");
  theme.addEventListener("change", draw);
  draw();
  return () => theme.removeEventListener("change", draw);
}

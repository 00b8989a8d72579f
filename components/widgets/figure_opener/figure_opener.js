// The button: it asks for a file and says why a file opens nothing.

import { chooseFigure } from "./figure_files.js";

export default function ({ data, parentElement }) {
  const [button, note] = [".open", ".note"].map((name) => parentElement.querySelector(name));
  button.textContent = data.label;
  button.disabled = false;
  button.onclick = () => chooseFigure(data, (text) => (note.textContent = text));
}

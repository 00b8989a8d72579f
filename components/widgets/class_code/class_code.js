// The code of a class on the whole screen: the last row reads it, and nothing else is in sight.

import { keyAlone } from "../pressed_key.js";

const TYPES = "input, textarea, select, [contenteditable]";
let listener = null;

export default function ({ data, parentElement }) {
  const part = (name) => parentElement.querySelector(`.${name}`);
  /** @type {HTMLDialogElement} */
  const screen = part("code");
  part("picture").hidden = !data.picture;
  if (data.picture) part("picture").src = data.picture;
  part("typed").textContent = data.typed;
  part("note").textContent = data.note;
  part("open").hidden = !data.has_button;
  part("open").onclick = () => screen.showModal();
  screen.onclick = () => screen.close();

  document.removeEventListener("keydown", listener);
  const mine = (event) => {
    if (keyAlone(event) !== "c") return;
    if (event.composedPath().some((element) => element.matches?.(TYPES))) return;
    if (screen.open) screen.close();
    else screen.showModal();
    event.preventDefault();
  };
  listener = mine;
  document.addEventListener("keydown", mine);
  return () => {
    if (!screen.isConnected) document.removeEventListener("keydown", mine); // else the call was overtaken
  };
}

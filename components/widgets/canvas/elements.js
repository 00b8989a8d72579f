// Elements with a text. Texts are set as text, never as markup: a visitor may have typed them.

/** A new element with a class and a text. */
export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

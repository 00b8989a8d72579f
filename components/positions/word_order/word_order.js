// Words that change places. Two ways to say which: drag one onto another, or choose one and then the other.
//
// Words are what a visitor typed: they reach the page through textContent, never as markup.

const FAR = 6; // pixels: less than that was a click

export default function ({ data, parentElement, setTriggerValue }) {
  const row = parentElement.querySelector(".tiles");
  const news = parentElement.querySelector(".news");
  const focused = [...row.children].indexOf(row.getRootNode().activeElement);
  row.replaceChildren(...data.tiles.map(drawn));
  row.children[focused]?.focus();
  const words = () => [...row.querySelectorAll("button")];
  let chosen = null;
  let drag = null;

  const choose = (button) => {
    chosen = button;
    for (const each of words()) each.ariaPressed = String(each === button);
    news.textContent = button ? `${button.textContent} chosen. Choose the word to exchange it with.` : "";
  };
  const exchange = (first, other) => {
    const order = words().map((each) => Number((each === first ? other : each === other ? first : each).dataset.word));
    choose(null);
    news.textContent = `${first.textContent} and ${other.textContent} swapped`;
    setTriggerValue("order", order);
  };
  const wordAt = ({ clientX, clientY }) => row.getRootNode().elementFromPoint(clientX, clientY)?.closest?.("button");

  row.onclick = (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (chosen && chosen !== button) exchange(chosen, button);
    else choose(chosen === button ? null : button);
  };
  row.onkeydown = (event) => {
    if (event.key !== "Escape" || !chosen) return;
    event.preventDefault(); // on a projector it does nothing else
    choose(null);
  };
  row.onpointerdown = (event) => {
    const button = event.target.closest("button");
    if (!button || event.button) return;
    drag = { button, x: event.clientX, y: event.clientY, moves: false };
    row.setPointerCapture(event.pointerId);
  };
  row.onpointermove = (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moves ||= Math.hypot(x, y) > FAR;
    if (!drag.moves) return;
    drag.button.classList.add("held");
    drag.button.style.transform = `translate(${x}px, ${y}px)`;
    const under = wordAt(event);
    for (const each of words()) each.classList.toggle("under", each === under);
  };
  const end = (event) => {
    if (!drag) return;
    const { button, moves } = drag;
    drag = null;
    const under = moves ? wordAt(event) : null;
    button.classList.remove("held");
    button.style.transform = "";
    for (const each of words()) each.classList.remove("under");
    if (!moves) {
      // The pointer was captured, so the click will be the row's and not the button's.
      button.focus({ preventScroll: true });
      row.onclick({ target: button });
    } else if (event.type === "pointerup" && under && under !== button) exchange(button, under);
  };
  row.onpointerup = end;
  row.onpointercancel = end;
}

function drawn({ text, word, moved }) {
  const element = document.createElement(word === null ? "span" : "button");
  element.textContent = text;
  element.dir = "auto";
  if (word === null) {
    element.className = "stays";
    return element;
  }
  element.setAttribute("type", "button");
  element.dataset.word = word;
  element.ariaPressed = "false";
  element.classList.toggle("moved", moved);
  return element;
}

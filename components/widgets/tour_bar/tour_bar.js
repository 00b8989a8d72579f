// The bar of a tour. Everything in it is text of a file that anybody may have written: it is never markup.

const PAGE = document.documentElement;
const SHOWN = "data-tour-shown"; // the page's own style withholds the answer until this is set
const TYPES = "input, textarea, select, [contenteditable]";

// Addresses whose answer has been shown: the function runs again with every change of theme or data.
const shown = new Set();
let listener = null;

export default function ({ data, parentElement, setTriggerValue }) {
  const bar = parentElement.querySelector(".tour");
  const part = (name) => bar.querySelector(`.${name}`);
  const here = `${data.title} ${data.place}`;
  bar.toggleAttribute("data-presenting", data.presenting);
  for (const name of ["place", "title", "question"]) part(name).textContent = data[name];
  for (const name of ["back", "on", "leave"]) {
    part(name).hidden = !data[name];
    if (data[name]) part(name).href = data[name];
  }

  const draw = () => {
    const asks = Boolean(data.question) && !shown.has(here);
    PAGE.toggleAttribute(SHOWN, !asks);
    part("reveal").hidden = !asks;
    part("on").classList.toggle("main", !asks);
    part("answer").textContent = asks ? "" : data.answer;
    PAGE.style.setProperty("--tour-height", `${bar.offsetHeight}px`);
  };
  const reveal = () => {
    shown.add(here);
    draw();
    if (data.reports) setTriggerValue("answered", true);
  };
  part("reveal").onclick = reveal;

  window.removeEventListener("keydown", listener, true);
  const mine = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const typing = event.composedPath().some((element) => element.matches?.(TYPES));
    const asks = !PAGE.hasAttribute(SHOWN);
    if (event.key === "g" && asks && !typing) reveal();
    else if (!data.presenting)
      return; // the keys of pages scroll
    else if (event.key === "PageDown" && asks) reveal();
    else if (event.key === "PageDown" && data.on) window.location.assign(data.on);
    else if (event.key === "PageUp" && data.back) window.location.assign(data.back);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the presenter's bar would go to another room
  };
  listener = mine;
  window.addEventListener("keydown", mine, true); // before anybody else
  draw();
  bar.dataset.listening = "true";
  return () => {
    // Streamlit cleans up, too, after a call that was overtaken (see canvas_widget.js); and another page's bar may be there.
    if (bar.isConnected || listener !== mine) return;
    window.removeEventListener("keydown", mine, true);
    PAGE.removeAttribute(SHOWN);
    PAGE.removeAttribute("data-tour-opens"); // what the page was loaded with
    PAGE.style.removeProperty("--tour-height");
  };
}

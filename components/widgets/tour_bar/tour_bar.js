// The bar of a tour. Everything in it is text of a file that anybody may have written: it is never markup.

const PAGE = document.documentElement;
const TYPES = "input, textarea, select, [contenteditable]";
let listener = null;

export default function ({ data, parentElement, setTriggerValue }) {
  const bar = parentElement.querySelector(".tour");
  const part = (name) => bar.querySelector(`.${name}`);
  bar.toggleAttribute("data-presenting", data.presenting);
  for (const name of ["place", "title", "answer"]) part(name).textContent = data[name];
  part("question").textContent = data.withheld ? "" : data.question; // the page asks it in large letters
  for (const name of ["back", "on", "leave"]) {
    part(name).hidden = !data[name];
    if (data[name]) part(name).href = data[name];
  }
  part("reveal").hidden = !data.withheld;
  part("again").hidden = !data.can_ask_again;
  part("on").classList.toggle("main", !data.withheld);
  PAGE.style.setProperty("--tour-height", `${bar.offsetHeight}px`);

  // What was pressed counts once: the server sends new data when it has done it.
  let waiting = false;
  const send = (name) => {
    if (waiting) return;
    waiting = true;
    setTriggerValue(name, true);
  };
  part("reveal").onclick = () => send("show");
  part("again").onclick = () => send("again");

  window.removeEventListener("keydown", listener, true);
  const mine = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const typing = event.composedPath().some((element) => element.matches?.(TYPES));
    if (event.key === "g" && data.question && !typing) send(data.withheld ? "show" : "hide");
    else if (event.key === "v" && data.can_ask_again && !typing) send("again");
    else if (!data.presenting)
      return; // the keys of pages scroll
    else if (event.key === "PageDown" && data.withheld) send("show");
    else if (event.key === "PageDown" && !waiting) window.location.assign(data.on);
    else if (event.key === "PageUp" && data.back) window.location.assign(data.back);
    else if (!event.key.startsWith("Page")) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the presenter's bar would go to another room
  };
  listener = mine;
  window.addEventListener("keydown", mine, true); // before anybody else
  bar.dataset.listening = "true";
  return () => {
    // Streamlit cleans up, too, after a call that was overtaken (see canvas_widget.js); and another page's bar may be there.
    if (bar.isConnected || listener !== mine) return;
    window.removeEventListener("keydown", mine, true);
    PAGE.style.removeProperty("--tour-height");
  };
}

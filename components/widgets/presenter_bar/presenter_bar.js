// The keys of a presenter, and a bar that says where in the house the audience is. Python decides what a key leads to.

const ROOMS = { PageUp: -1, PageDown: 1 };
const EXAMPLES = { ArrowLeft: -1, ArrowRight: 1 };
const TYPES = "input, textarea, select, [contenteditable]";
const USES_ARROWS = `${TYPES}, [role=slider], [role=radio], [role=tab], [role=listbox], [role=group], [role=application]`;

// One listener a page: the function runs again with every change of theme or data.
let listener = null;

export default function ({ data, parentElement, setTriggerValue }) {
  const bar = parentElement.querySelector(".bar");
  bar.querySelector(".room").textContent = data.room;
  bar.querySelector(".example").textContent = data.example;
  bar.querySelector(".keys").textContent = data.keys;
  bar.querySelector(".modes").replaceChildren(...data.modes.map((name, index) => dot(name, index, data.mode)));
  bar.onclick = (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.room) setTriggerValue("room", Number(button.dataset.room));
    if (button?.dataset.mode) setTriggerValue("mode", Number(button.dataset.mode));
  };

  document.removeEventListener("keydown", listener);
  const mine = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const on = (selector) => event.composedPath().some((element) => element.matches?.(selector));
    if (event.key in ROOMS) setTriggerValue("room", ROOMS[event.key]);
    else if (event.key in EXAMPLES && data.example && !on(USES_ARROWS)) setTriggerValue("step", EXAMPLES[event.key]);
    else if (on(TYPES)) return;
    else if (/^[1-9]$/.test(event.key) && Number(event.key) <= data.modes.length) {
      setTriggerValue("mode", Number(event.key) - 1);
    } else if (event.key === "g" && data.reveals) setTriggerValue("reveal", true);
    else if (event.key === "f") {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen();
    } else return;
    event.preventDefault();
  };
  listener = mine;
  document.addEventListener("keydown", mine);
  enlarge(bar);
  bar.dataset.listening = "true";
  return () => {
    if (bar.isConnected) return; // Streamlit cleans up, too, after a call that was overtaken: see mounting.js
    document.removeEventListener("keydown", mine);
    enlarger?.disconnect();
  };
}

// Charts are enlarged until they fill the screen down to the bar: letters, lines and heights alike. A canvas is as large
// as the screen allows by itself.
const LARGEST = 3;
const STEP = 0.05; // what is nearer than this to filling the screen stays as it is
const TRIES = 8; // of one size of the window and one answer: a chart that is drawn anew may have another shape
const READABLE = 24; // pixels of the smallest letter on a large projector
let enlarger = null;

function enlarge(bar) {
  enlarger?.disconnect();
  const figure = document.querySelector(".st-key-figure");
  if (!figure) return;
  let zoom = 1;
  let tries = 0;
  const fit = () => {
    const charts = figure.querySelector(".stVegaLiteChart");
    if (!charts) return set(1);
    if (tries >= TRIES) return;
    const foot = document.querySelector(".tour")?.offsetHeight ?? 0;
    const top = figure.getBoundingClientRect().top + (document.querySelector(".stMain")?.scrollTop ?? 0);
    const room = window.innerHeight - top - bar.offsetHeight - foot - 24;
    const height = figure.getBoundingClientRect().height;
    const least = window.innerWidth >= 1600 ? READABLE / smallestLetter(figure) : 1;
    const wanted = Math.max(least, Math.min(LARGEST, zoom * Math.sqrt(room / height) ** (height > room ? 2 : 1)));
    if (Math.abs(wanted - zoom) < STEP) return;
    tries += 1;
    set(wanted);
  };
  const set = (size) => {
    zoom = size;
    figure.style.setProperty("--chart-zoom", String(size)); // the page's own style enlarges by it
  };
  enlarger = new ResizeObserver(() => requestAnimationFrame(fit));
  enlarger.observe(figure);
}

/** The size of the smallest letters of a figure's charts before they are enlarged, in pixels. */
function smallestLetter(figure) {
  const letters = [...figure.querySelectorAll(".stVegaLiteChart svg text")].filter((text) => text.textContent.trim());
  return Math.min(18, ...letters.map((text) => parseFloat(getComputedStyle(text).fontSize)));
}

function dot(name, index, chosen) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.mode = index;
  button.textContent = index + 1;
  button.title = name;
  button.ariaLabel = name;
  button.ariaCurrent = String(index === chosen);
  return button;
}

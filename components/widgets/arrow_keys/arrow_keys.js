const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const USES_ARROWS =
  "input, textarea, select, [contenteditable], [role=slider], [role=radio], [role=tab], [role=listbox], [role=group], " +
  "[role=application]";

// One listener a page: the function runs again with every change of theme or data.
let listener = null;

export default function ({ parentElement, setTriggerValue }) {
  document.removeEventListener("keydown", listener);
  listener = (event) => {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const path = event.composedPath();
    if (path.some((element) => element.matches?.(USES_ARROWS))) return;
    event.preventDefault();
    setTriggerValue("step", step);
  };
  document.addEventListener("keydown", listener);
  parentElement.querySelector(".arrow-keys").dataset.listening = "true";
  return () => document.removeEventListener("keydown", listener);
}

import { partOf } from "../canvas/elements.js";

/** @import { Given } from "../canvas/elements.js" */

const SHOWN_MS = 4000; // later, the address may be another

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fades;

/** @param {Given<{ label: string, plain: boolean, parameters: Record<string, string> }>} given */
export default function ({ data, parentElement }) {
  const button = partOf(parentElement, ".copy");
  const message = partOf(parentElement, ".said");
  /** @type {HTMLInputElement} */
  const link = partOf(parentElement, ".link");
  button.textContent = data.label;
  button.classList.toggle("plain", data.plain);
  const set = Object.entries(data.parameters).filter(([, value]) => value !== "");
  button.title = set.map(([name, value]) => `${name}=${value}`).join(" "); // what the link says beside the address

  button.onclick = async () => {
    // Read when clicked: the address goes on changing while this button stands still.
    const url = new URL(window.location.href);
    for (const [name, value] of Object.entries(data.parameters)) {
      if (value === "") url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    try {
      await navigator.clipboard.writeText(url.href);
      link.hidden = true;
      message.textContent = "Copied";
      clearTimeout(fades);
      fades = setTimeout(() => (message.textContent = ""), SHOWN_MS);
    } catch {
      // Browsers lend the clipboard to https and to this machine only: elsewhere the link is shown, ready to copy.
      link.hidden = false;
      link.value = url.href;
      link.select();
      clearTimeout(fades);
      message.textContent = "Copy it from here:";
    }
  };
}

// A map of the model. Each part is a link, so that it opens in a tab of its own too; a plain click goes through Python,
// which takes the visitor's sentence along.

export default function ({ data, parentElement, setTriggerValue }) {
  for (const link of parentElement.querySelectorAll("a")) {
    const { part } = link.dataset;
    const place = data.places[part];
    link.href = place.href;
    link.title = place.title;
    link.ariaLabel = `${link.textContent}: ${place.title}`;
    if (part === data.lit) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    link.onclick = (event) => {
      if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return; // a tab of its own
      event.preventDefault();
      if (part !== data.lit) setTriggerValue("part", part);
    };
  }
}

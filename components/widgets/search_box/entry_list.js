// All entries by their first letter. What an entry says is text and never markup.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".entries");
  const sorted = [...data.entries].sort((a, b) => key(a.title).localeCompare(key(b.title), "en"));
  const groups = new Map();
  for (const entry of sorted) {
    const first = key(entry.title)[0]?.toUpperCase() ?? "";
    const letter = /[A-Z]/.test(first) ? first : "0–9";
    if (!groups.has(letter)) groups.set(letter, []);
    groups.get(letter).push(entry);
  }
  root.replaceChildren(...[...groups].map(([letter, entries]) => section(letter, entries)));
}

/** A title without what stands before its first letter or figure, as quotation marks. */
function key(title) {
  return title.normalize("NFKD").replace(/^[^\p{L}\p{N}]+/u, "");
}

function section(letter, entries) {
  const part = document.createElement("section");
  const heading = document.createElement("h2");
  heading.textContent = letter;
  const list = document.createElement("ul");
  for (const entry of entries) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = entry.href;
    link.textContent = entry.title;
    const place = document.createElement("span");
    place.textContent = ` ${entry.kind}: ${entry.place}`;
    item.append(link, place);
    list.append(item);
  }
  part.append(heading, list);
  return part;
}

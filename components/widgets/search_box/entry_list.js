// All entries by their first letter, below buttons that lead to each letter. What an entry says is text and never markup.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".index");
  const sorted = [...data.entries].sort((a, b) => key(a.title).localeCompare(key(b.title), "en"));
  const groups = new Map();
  for (const entry of sorted) {
    const first = key(entry.title)[0]?.toUpperCase() ?? "";
    const letter = /[A-Z]/.test(first) ? first : "0–9";
    if (!groups.has(letter)) groups.set(letter, []);
    groups.get(letter).push(entry);
  }
  const letters = document.createElement("nav");
  letters.setAttribute("aria-label", "Letters");
  const list = document.createElement("div");
  list.className = "entries";
  for (const [letter, entries] of groups) {
    const part = section(letter, entries);
    const jump = button(letter, () => show(part.querySelector("h2")));
    const back = button("↑ A–Z", () => show(jump));
    back.setAttribute("aria-label", `From ${letter} back to the letters`);
    part.firstElementChild.append(back);
    letters.append(jump);
    list.append(part);
  }
  root.replaceChildren(letters, list);
}

function button(text, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.onclick = action;
  return made;
}

/** Scroll to a place, and go on from there with the keyboard. */
function show(place) {
  place.scrollIntoView({ block: "start" });
  place.focus({ preventScroll: true });
}

/** A title without what stands before its first letter or figure, as quotation marks. */
function key(title) {
  return title.normalize("NFKD").replace(/^[^\p{L}\p{N}]+/u, "");
}

function section(letter, entries) {
  const part = document.createElement("section");
  const line = document.createElement("div");
  line.className = "letter";
  const heading = document.createElement("h2");
  heading.textContent = letter;
  heading.tabIndex = -1; // it can be jumped to
  line.append(heading);
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
  part.append(line, list);
  return part;
}

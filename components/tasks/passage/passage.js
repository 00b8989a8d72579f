// The passage as running text. Words are what a visitor typed: they reach the page through textContent, never as markup.

import { element } from "../../widgets/canvas/elements.js";

const LEAST = 0.03; // of the largest: a shorter line is a speck
const KEY = [
  ["start", "likely start of the answer"],
  ["end", "likely end of the answer"],
];

export default function ({ data, parentElement }) {
  const room = parentElement.querySelector(".room");
  const sent = JSON.stringify(data);
  if (room.dataset.sent === sent) return;
  room.dataset.sent = sent;
  room.classList.toggle("rejected", !data.answered);
  parentElement.querySelector(".text").replaceChildren(...data.words.flatMap(wordOf));
  parentElement
    .querySelector(".key")
    .replaceChildren(
      ...KEY.flatMap(([name, label], number) => [...(number ? [" · "] : []), element("i", name), label]),
    );
  room.dataset.drawn = "";
}

function wordOf({ gap, text, start, end, start_text, end_text, opens, closes, answer, read }) {
  const word = element("span", "word", text);
  if (answer) word.classList.add("answer");
  if (!read) word.classList.add("outside");
  if (read) {
    word.title = `start ${start_text}, end ${end_text}`;
    for (const [name, share] of Object.entries({ start, end })) {
      if (share < LEAST) continue;
      const line = element("i", name);
      line.style.width = `${100 * share}%`;
      word.append(line);
    }
  }
  const space = element("span", answer && !opens ? "answer" : "", gap);
  return [
    space,
    ...(opens ? [element("span", "bracket", "[")] : []),
    word,
    ...(closes ? [element("span", "bracket", "]")] : []),
  ];
}

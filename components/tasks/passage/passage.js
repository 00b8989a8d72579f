// The passage as running text. Words are what a visitor typed: they reach the page through textContent, never as markup.

import { element, partOf } from "../../widgets/canvas/elements.js";

/** @import { Given } from "../../widgets/canvas/elements.js" */

/**
 * A word with the space before it. `start` and `end` are its shares of the largest probability that the answer begins or
 * ends there.
 * @typedef {{ gap: string, text: string, start: number, end: number, start_text: string, end_text: string, opens:
 *   boolean, closes: boolean, answer: boolean, read: boolean }} PassageWord
 */

const LEAST = 0.06; // of the largest: a shorter line is a speck
const KEY = [
  ["start", "likely start of the answer"],
  ["end", "likely end of the answer"],
];

/** @param {Given<{ words: PassageWord[], answered: boolean }>} given */
export default function ({ data, parentElement }) {
  const room = partOf(parentElement, ".room");
  const sent = JSON.stringify(data);
  if (room.dataset.sent === sent) return;
  room.dataset.sent = sent;
  room.classList.toggle("rejected", !data.answered);
  partOf(parentElement, ".text").replaceChildren(...data.words.flatMap(wordOf));
  partOf(parentElement, ".key").replaceChildren(
    ...KEY.flatMap(([name, label], number) => [...(number ? [" · "] : []), element("i", name), label]),
  );
  room.dataset.drawn = "";
}

/** @param {PassageWord} passageWord */
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

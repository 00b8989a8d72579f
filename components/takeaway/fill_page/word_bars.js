// Bars of the likeliest words at every blank. Tokens are set as text and never as markup.

import { element } from "../../widgets/canvas/elements.js";
import { probabilityText } from "../page/probability_text.js";

/** @typedef {{ text: string, continues: boolean, probability: number }} Predicted */

/**
 * Draws the bars of all blanks in place of those that are there.
 *
 * @param {HTMLElement} results
 * @param {Predicted[][]} blanks The words of each, likeliest first.
 */
export function showWordBars(results, blanks) {
  // Bars of all blanks have one scale: a bar twice as long is twice as likely.
  const largest = Math.max(...blanks.flat().map(({ probability }) => probability));
  results.replaceChildren(
    ...blanks.flatMap((words, number) => [
      ...(blanks.length > 1 ? [element("h2", "", `Blank ${number + 1}`)] : []),
      wordList(words, largest),
    ]),
  );
}

/** An ellipsis marks a token that continues the word before it. @param {Omit<Predicted, "probability">} omit */
export function wordLabel({ text, continues }) {
  return continues ? `…${text}` : text;
}

/** @param {Predicted[]} words @param {number} largest */
function wordList(words, largest) {
  const list = element("ol");
  for (const word of words) {
    const track = element("span", "track");
    const bar = element("span", "bar");
    bar.style.width = `${(100 * word.probability) / largest}%`;
    track.append(bar);
    const row = element("li");
    row.append(element("bdi", "", wordLabel(word)), track, element("span", "", probabilityText(word.probability)));
    list.append(row);
  }
  return list;
}

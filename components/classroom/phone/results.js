// What came out: of a question, and at the end of a tour.

import { scoreLine, shareOf, verdictOf } from "./answers.js";
import { keepsakeOf, showCard } from "./keepsake.js";
import { byId, listOf } from "./parts.js";

/**
 * @import { Result } from "./answers.js"
 * @import { Score } from "./keepsake.js"
 */

/**
 * What the class answered, what the model says, and how many this phone had right so far.
 * @param {Result | null} result @param {string} code
 */
export function showResult(result, code) {
  byId("result").hidden = !result;
  showCard(result?.fooled ? keepsakeOf(code) : null);
  if (!result) return;
  byId("message").textContent = "";
  byId("result-question").textContent = result.shown;
  byId("verdict").textContent = verdictOf(result);
  byId("explanation").textContent = result.explanation;
  byId("score").textContent = scoreLine(result);
  byId("shares-title").hidden = !result.counts.length;
  byId("shares").replaceChildren(
    ...result.counts.map(([answer, count], place) => {
      const line = document.createElement("li");
      const bar = document.createElement("meter");
      bar.max = result.total;
      bar.value = count;
      bar.ariaLabel = `${answer}: ${count} of ${result.total}`;
      const { text, whose } = shareOf(result, place);
      line.append(text, ...whose.map(badge), bar);
      return line;
    }),
  );
}

/** Whose answer it is. @param {string} name */
function badge(name) {
  const mark = document.createElement("b");
  mark.textContent = name;
  return mark;
}

/**
 * The end of a tour: how many this phone had right, of its quiz and of all questions, and what to try next.
 * @param {boolean} finished @param {Score[]} scores @param {string} code
 */
export function showEnd(finished, scores, code) {
  byId("end").hidden = !finished;
  if (finished) {
    byId("message").textContent = "";
    showCard(keepsakeOf(code));
  }
  byId("scores").hidden = !scores.length;
  listOf("scores").replaceChildren(
    ...scores.map(([name, right, count]) => {
      const line = document.createElement("li");
      line.textContent = `${name}: ${right} of ${count}`;
      return line;
    }),
  );
}

// What is asked, what is answered, and what is said of an answer.

/**
 * What the server asks; `nothing` is what it says where nothing is answered, `longest` a number of characters.
 * @typedef {{ question: string, kind: string, note: string, shown: string, nothing: string, labels: string[],
 *   counts_once: boolean, longest: number }} Question
 */
/** @typedef {{ question: string, text: string, label: string, isCheck?: boolean }} Answer What is sent. */
/**
 * @typedef {{ question: string, shown: string, items: [string, string[]][], sheet: string, scores: [number, number] |
 *   null }} Check
 */
/**
 * What the class answered, what the model says, and how many this phone had right so far. A count is an answer, how many gave
 * it, and whether it is the model's.
 * @typedef {{ shown: string, explanation: string, answer: string, right: string, verdict: string, fooled: boolean,
 *   counts: [string, number, boolean][], total: number, score: number, questions: number, missed: boolean }} Result
 */

/** @type {Record<string, string>} */
export const INPUT_MODES = { number: "decimal", "whole number": "numeric" };
/** @type {Record<string, string>} */
export const HINTS = { word: "One word", number: "A number", "whole number": "A whole number" };
// What does not count beside a word: as the server reads it (normalise_guess), which has the last say.
const EDGES = /^[\s\p{P}]+|[\s\p{P}]+$/gu;
const ARTICLES = /^((an?|the)\s[\s\p{P}]*)+/iu;

/** Whether what is typed is a word, beside articles and punctuation. @param {string} typed */
export function isOneWord(typed) {
  return !/\s/.test(typed.replace(EDGES, "").replace(ARTICLES, ""));
}

/** Whether an answer is one of the labels, and nothing is typed. @param {Question} what */
export function isPick({ kind }) {
  return kind === "choice" || kind === "place";
}

/**
 * What a label says: an option of a choice has its letter on the projector.
 * @param {Question} what @param {number} number
 */
export function labelText({ kind, labels }, number) {
  return kind === "choice" ? `${String.fromCharCode(65 + number)}. ${labels[number]}` : labels[number];
}

/** @param {Result} result */
export function verdictOf({ answer, right, verdict }) {
  return [`You: ${answer || "no answer"}`, right && `Model: ${right}`, verdict].filter(Boolean).join("\n");
}

/** How many this phone had right so far; "" before the first question. @param {Result} result */
export function scoreLine({ questions, score, missed }) {
  return questions ? `Your score: ${score} of ${questions}${missed ? " since you joined" : ""}` : "";
}

/** How many gave an answer, in percent, and whose it is, too. @param {Result} result @param {number} place */
export function shareOf({ counts, total, answer: given }, place) {
  const [answer, count, isRight] = counts[place];
  const whose = [answer === given ? "You" : "", isRight ? "Model" : ""].filter(Boolean);
  return { text: `${answer}: ${Math.round((100 * count) / total)}% (${count})`, whose };
}

/** The projector's page without settings, for which a frame on a phone has no room. @param {string} address */
export function framedAddress(address) {
  return `${address}${address.includes("?") ? "&" : "?"}hide=controls`;
}

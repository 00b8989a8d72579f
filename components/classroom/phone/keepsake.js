// What a phone keeps of its last class when the server's data are gone: the card and the scores. They stay in its own
// storage until its student deletes them, leaves the class or joins another.

import { drawCard } from "./card.js";
import { byId } from "./parts.js";
import { store, stored } from "./storage.js";

/** @import { Card } from "./card.js" */

/** @typedef {[string, number, number]} Score What it is of, how many were right, and of how many. */
/** @typedef {{ code: string, date: string, card: Card, scores: Score[] }} Keepsake */

const KEEPSAKE = "riverbank-keepsake";
/** @type {Keepsake | null} */
let keepsake = stored(KEEPSAKE); // also where nothing can be stored

/** What is kept of the class with this code; null if there is nothing. @param {string} code */
export function keepsakeOf(code) {
  return keepsake?.code === code ? keepsake : null;
}

/** What is kept of the class whose page this is, also if the server knows that class no more. */
export function keepsakeOfPage() {
  return keepsakeOf((location.pathname.split("/").at(-1) ?? "").toUpperCase());
}

/**
 * Keeps a card with the lines of the scores, which the server says at the end; until then, the score on the card.
 * @param {string} code @param {Card} card @param {Score[]} scores
 */
export function keep(code, card, scores) {
  /** @type {Score[]} */
  const all = card.questions ? [["All questions", card.score, card.questions]] : [];
  const date = new Date().toLocaleDateString("en-GB", { dateStyle: "long" });
  keepsake = { code, date, card, scores: scores.length ? scores : all };
  store(KEEPSAKE, keepsake);
}

export function forgetKeepsake() {
  keepsake = null;
  store(KEEPSAKE, null);
}

/** Shows the card of a keepsake; null hides it. @param {Keepsake | null} shown */
export function showCard(shown) {
  byId("card").hidden = !shown;
  if (!shown) return;
  const { card, date } = shown;
  drawCard(byId("picture"), card, { date, link: new URL("..", location.href).href });
  const again = linkAgain();
  again.hidden = !card.sentence;
  again.href = `../?stage=${encodeURIComponent(card.sentence)}`;
}

/** @returns {HTMLAnchorElement} */
function linkAgain() {
  return byId("again");
}

/** The link to the page with the sentence of the card that is shown, below the app's root; "" without a sentence. */
export function linkOfCard() {
  const again = linkAgain();
  return again.hidden ? "" : `/${again.search}`;
}

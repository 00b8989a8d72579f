// Elements with a text. Texts are set as text, never as markup: a visitor may have typed them.

/** @import { Part } from "../../positions/arrows/turning_arrows.js" */

/**
 * What a script of an element is called with: by Streamlit, by a notebook or by a page without a server.
 *
 * @template Data
 * @typedef {object} Given
 * @property {Data} data What Python sends.
 * @property {HTMLElement | ShadowRoot} parentElement That holds the markup.
 * @property {(name: string, value: unknown) => void} setStateValue Tells Python what there is now.
 * @property {(name: string, value: unknown) => void} setTriggerValue Tells Python what has happened.
 */

/**
 * The first element in another one that a selector means.
 *
 * @template {Element} [Part=HTMLElement]
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {Part}
 */
export function partOf(parent, selector) {
  /** @type {Part | null} */
  const part = parent.querySelector(selector);
  if (!part) throw new Error(`nothing is ${selector}`);
  return part;
}

/** All elements in another one that a selector means. @param {ParentNode} parent @param {string} selector */
export function everyPart(parent, selector) {
  return /** @type {HTMLElement[]} */ ([...parent.querySelectorAll(selector)]);
}

/** The button that an event happened in, or on; null beside buttons. @param {Event} event */
export function pressed(event) {
  return event.target instanceof Element ? event.target.closest("button") : null;
}

/** A new button. @param {string} [className] @param {string} [text] */
export function buttonOf(className, text) {
  const button = element("button", className, text);
  button.type = "button";
  return button;
}

/**
 * A new element with a class and a text.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 */
export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

// On a narrow screen the navigation is a drawer over the page. It closes when a page has been chosen.

import { isOn } from "../pressed_key.js";

const DRAWER = "(max-width: 768px)"; // where Streamlit draws it so

/** Close the drawer after a click on one of its pages. Returns a function that stops listening. */
export function closeMenuAfterChoice() {
  const closes = (/** @type {Event} */ event) => {
    if (!matchMedia(DRAWER).matches || !isOn(event, "[data-testid=stSidebarNavLink]")) return;
    /** @type {HTMLElement | null} */
    const button = document.querySelector("[data-testid=stSidebarCollapseButton] button");
    setTimeout(() => button?.click()); // once the page has been asked for
  };
  document.addEventListener("click", closes);
  return () => document.removeEventListener("click", closes);
}

// The finding of a page: a heading below that of the view, in a region that is read aloud when it changes.

import { partOf } from "../canvas/elements.js";

/** @import { Given } from "../canvas/elements.js" */

/** @type {MutationObserver | null} */
let watch = null; // one a page: the function runs again with every change of theme

/** @param {Given<unknown>} given */
export default function ({ parentElement }) {
  const root = partOf(parentElement, "span");
  const mark = () => {
    const finding = document.querySelector(".st-key-finding");
    if (finding && finding.ariaLive !== "polite") finding.ariaLive = "polite";
    const text = finding?.querySelector("[data-testid=stText]");
    if (text && text.role !== "heading") [text.role, text.ariaLevel] = ["heading", "3"];
  };
  watch?.disconnect();
  const mine = new MutationObserver(mark);
  watch = mine;
  mine.observe(document.querySelector(".stMain") ?? document.body, { childList: true, subtree: true });
  mark();
  return () => {
    if (!root.isConnected) mine.disconnect(); // else the call was overtaken
  };
}

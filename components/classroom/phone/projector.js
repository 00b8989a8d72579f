// The page of the projector, for whoever wants it on the phone.

import { framedAddress } from "./answers.js";
import { byId } from "./parts.js";

const FOLLOW_SPREAD = 3000; // milliseconds: not all phones at once
/** @type {HTMLInputElement} */
const follows = byId("follow");
/** @type {HTMLIFrameElement} */
const frame = byId("frame");
/** @type {HTMLAnchorElement} */
const opens = byId("open");
let shows = "";

/**
 * The projector's page; it is kept back while the projector waits for an answer.
 * @param {string} address @param {boolean} heldBack
 */
export function showProjector(address, heldBack) {
  byId("projector").hidden = !address && !heldBack;
  byId("later").hidden = !heldBack;
  if (address === shows) return;
  shows = address;
  opens.hidden = !address;
  opens.href = address;
  if (!follows.checked) return;
  setTimeout(follow, frame.hidden ? 0 : Math.random() * FOLLOW_SPREAD);
}

function follow() {
  const address = follows.checked && shows ? framedAddress(shows) : "";
  frame.hidden = !address;
  if (!address) frame.removeAttribute("src");
  else if (frame.getAttribute("src") !== address) frame.src = address;
}

follows.addEventListener("change", follow);

// Goes where another window of the lecturer wants this one to be, or turns black as with the key B.

import { goToStop } from "../tour_bar/stop_change.js";

/** @import { Given } from "../canvas/elements.js" */

/** @typedef {{ address: string, text: string, blacks: boolean, number: string }} Wanted */

let followed = "";

/** @param {Given<Wanted>} given */
export default ({ data }) => {
  if (!(data.address || data.blacks) || data.number === followed) return; // it runs again with every change of theme
  followed = data.number;
  if (data.blacks) document.documentElement.toggleAttribute("data-black");
  else goToStop(data.address, data.text);
};

// Goes where another window of the lecturer wants this one to be, or turns black as with the key B.

import { goToStop } from "../tour_bar/stop_change.js";

let followed = "";

export default ({ data }) => {
  if (!(data.address || data.blacks) || data.number === followed) return; // it runs again with every change of theme
  followed = data.number;
  if (data.blacks) document.documentElement.toggleAttribute("data-black");
  else goToStop(data.address, data.text);
};

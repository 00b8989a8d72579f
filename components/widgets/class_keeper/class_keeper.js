// Has the server keep a cookie for as long as a class lasts; the key of the class stands in no link and on no screen.
/** @import { Given } from "../canvas/elements.js" */

const TRIES = 5,
  WAIT = 1000; // milliseconds
/** @type {string | null} */
let last = null;

/** @param {Given<{ held: string, address: string }>} given */
export default ({ data }) => {
  if (data.held === last) return; // it is kept already: this runs again with every change of theme
  last = data.held;
  const keep = async (/** @type {number} */ tries) => {
    const answer = await fetch(data.address, { method: "POST", body: data.held }).catch(() => null);
    const again = !answer || answer.status >= 500;
    if (again && tries > 1 && data.held === last) setTimeout(keep, WAIT, tries - 1);
  };
  keep(TRIES);
};

// Keeps the tour that a visitor is making in the browser's window: the server has forgotten it when the page is loaded again.
/** @import { Given } from "../canvas/elements.js" */

const KEY = "riverbank-tour-draft";

/** @param {Given<{ isBegun: boolean, draft: string }>} given */
export default ({ data, setStateValue }) => {
  try {
    if (data.isBegun) {
      if (data.draft) sessionStorage.setItem(KEY, data.draft);
      else sessionStorage.removeItem(KEY);
      return;
    }
    const stored = sessionStorage.getItem(KEY);
    // What elements send in one turn of the browser becomes one request: with a fragment's, it would rerun that fragment
    // alone. The second timer runs after the request of what was set beside this one.
    if (stored) setTimeout(() => setTimeout(() => setStateValue("stored", stored)));
  } catch {
    /* the browser keeps nothing */
  }
};

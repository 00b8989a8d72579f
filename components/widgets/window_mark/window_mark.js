// The name of a window is kept in the browser: a page whose process was killed comes back with it, in another session. A
// page that is loaded anew has none.

/** @import { Given } from "../canvas/elements.js" */

let named = false;

/** @param {Given<{ name: string }>} given */
export default ({ data, setStateValue }) => {
  if (named) return; // it runs again with every change of theme
  named = true;
  setStateValue("name", data.name);
};

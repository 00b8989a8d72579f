// What runs before anything else on every page: shell.py says why.

{
  Object.assign(window, { __streamlit: { BACKEND_BASE_URL: new URL(".", location.href).href } });

  // In an input method, Enter ends the choice of a word and no text. 229: the last key in Safari.
  addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
    },
    true,
  );

  const [push, replace] = [history.pushState.bind(history), history.replaceState.bind(history)];
  const isHere = (/** @type {string | URL | null | undefined} */ url) =>
    new URL(url ?? "", location.href).pathname === location.pathname;
  const [UNSENT_MS, SENT_MS] = [1000, 100];
  const BOXES = "[data-testid=stTextInputField], [data-testid=stTextArea] textarea";
  let [moved, changed] = [false, false]; // the page and its query, since the visitor last did something
  /** @type {Element | null} */
  let box = null; // where the visitor types
  let added = false; // whether that text has its entry
  /** The box that an event happened in; null beside boxes. @param {Event} event */
  const boxOf = ({ target }) => (target instanceof Element && target.matches(BOXES) ? target : null);
  let typed = false; // whether that is what the visitor did last
  let returned = false; // whether the visitor went Back or Forward last
  for (const type of ["pointerdown", "keydown", "input", "click"]) {
    addEventListener(type, () => (moved = changed = returned = false), true);
  }
  let edited = -Infinity; // when the visitor typed, or pressed Enter
  for (const type of ["keydown", "input"]) {
    addEventListener(type, (event) => (edited = boxOf(event) ? event.timeStamp : edited), true);
  }
  // Streamlit sends what was typed half a second later, or just after Enter. That must not come after Back, which
  // would be undone: it waits until the text was sent. The app's own changes of stop send this event as well.
  let waited = false;
  addEventListener(
    "popstate",
    (event) => {
      returned = event.isTrusted || waited;
      if (!event.isTrusted || event.timeStamp - edited > UNSENT_MS) return;
      event.stopImmediatePropagation();
      edited = -Infinity;
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setTimeout(() => {
        waited = true;
        dispatchEvent(new PopStateEvent("popstate", { state: event.state }));
        waited = false;
      }, SENT_MS);
    },
    true,
  );
  addEventListener("input", (event) => (box = boxOf(event) ?? box), true);
  addEventListener("pointerdown", () => (typed = false), true);
  // Streamlit takes over the text when the box loses the focus and at Enter, so that comes first.
  addEventListener(
    "keydown",
    ({ key }) => {
      if (key === "Enter") setTimeout(() => ([box, added] = [null, false]));
    },
    true,
  );
  for (const type of ["focusin", "popstate"]) {
    addEventListener(type, () => ([box, added, typed] = [null, false, false]), true);
  }
  history.pushState = (state, title, url) => {
    if (returned && isHere(url)) return;
    const unseen = isHere(url) ? typed || moved || changed : changed;
    if (isHere(url)) changed = true;
    else [moved, changed, typed] = [true, false, false];
    (unseen ? replace : push)(state, title, url);
  };
  history.replaceState = (state, title, url) => {
    if (returned && isHere(url)) return;
    const isText = box !== null && isHere(url);
    const isFirst = isText && !added;
    if (isText) [added, typed] = [true, true];
    (isFirst ? push : replace)(state, title, url);
  };
}

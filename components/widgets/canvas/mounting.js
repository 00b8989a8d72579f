// The life of a canvas widget: made once for its root, told what Python sends, laid out anew, and taken down. A widget
// has newView, listen, take and layOut; what it tells Python goes under a name of its own.

// Keyed by its root, so that one whose HTML Streamlit has put in anew starts afresh.
const views = new WeakMap();

/**
 * Runs at every change of data or theme; what it returns takes the widget down. Streamlit calls that when the widget
 * leaves the page. But where two changes come so close together that the second overtakes the first, it calls what the
 * first returned at once, and the widget lives on: what is still on the page is not taken down.
 */
function mount({ data, parentElement, setStateValue }, name) {
  const root = parentElement.querySelector(".room");
  let view = views.get(root);
  if (!view) {
    view = newView(root);
    views.set(root, view);
    listen(view);
    view.watch = new ResizeObserver(() => {
      if (view.root.clientWidth !== view.width) layOut(view);
    });
    view.watch.observe(root);
    view.enlarged = () => layOut(view);
    document.addEventListener("picture-zoom", view.enlarged);
  }
  view.tell = (answer) => setStateValue(name, answer);
  if (view.bytes !== data) take(view, data);
  layOut(view); // also after a change of theme, which is the other reason to be called
  // Drawing is what asks for a font. Where it had to be loaded the letters have another width now.
  if (document.fonts.status === "loading") document.fonts.ready.then(() => views.has(root) && layOut(view));
  return () => {
    if (root.isConnected) return; // overtaken
    view.watch.disconnect();
    document.removeEventListener("picture-zoom", view.enlarged);
    for (const timer of [view.fetchTimer, view.tellTimer, view.playTimer]) clearTimeout(timer);
    cancelAnimationFrame(view.frame);
    views.delete(root);
  };
}

/** How many times its usual height a picture has in front of an audience: presenter_bar.js says, and fits it in. */
function enlargement(root) {
  return Number(getComputedStyle(root).getPropertyValue("--picture-zoom")) || 1;
}

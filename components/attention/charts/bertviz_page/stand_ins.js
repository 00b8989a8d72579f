// Stands in for what bertviz's pages fetch from elsewhere: require.js, which hands modules to the view, and those few
// calls of jQuery that the views make. d3 is d3 itself. The parameters lie in the page as data and are never run.

{
  const wrapped = (element) => ({
    element,
    append(other) {
      element?.append(other.element);
      return this;
    },
    attr(name, value) {
      element?.setAttribute(name, value);
      return this;
    },
    change() {
      element?.dispatchEvent(new Event("change"));
      return this;
    },
    empty() {
      element?.replaceChildren();
      return this;
    },
    on(type, listener) {
      element?.addEventListener(type, listener);
      return this;
    },
    text(value) {
      if (element) element.textContent = value;
      return this;
    },
    val(value) {
      if (element) element.value = value;
      return this;
    },
  });
  const jquery = (what) =>
    wrapped(what === "<option />" ? document.createElement("option") : document.querySelector(what));

  window.require = { config() {} };
  window.requirejs = (_names, view) => view(jquery, window.d3);
  window.bertviz_params = JSON.parse(document.getElementById("params").textContent);
}

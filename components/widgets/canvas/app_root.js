// Where to fetch what did not come with the page.

/** Where the app is served from, which may be a folder of its server: the folder its own scripts come from. */
export function appRoot() {
  /** @type {HTMLScriptElement | null} */
  const script = document.querySelector('script[src*="static/js/"]');
  return script ? script.src.slice(0, script.src.lastIndexOf("static/js/")) : `${location.origin}/`;
}

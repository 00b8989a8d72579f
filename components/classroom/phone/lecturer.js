// The lecturer's own phone: its one-time secret, which stands behind the address's "#", is exchanged for a cookie. A
// button does it, and not the page by itself: whoever only opens the link, as an app that scans it may, uses nothing up.

const { code: classCode, root: joinRoot } = document.body.dataset;
const NOTES = "../class?notes=1";
const button = /** @type {HTMLButtonElement} */ (document.getElementById("connect"));

button.addEventListener("click", async () => {
  button.disabled = true;
  const reply = await connect(window.location.hash.slice(1));
  if (!reply) {
    window.location.replace(`${joinRoot}/${NOTES}`); // without a way back to a link that is used up
    return;
  }
  /** @type {HTMLElement} */ (document.getElementById("told")).textContent = reply;
  button.disabled = false;
});

/** Sends the secret. Returns what went wrong; "" if nothing did. @param {string} secret */
async function connect(secret) {
  try {
    const answer = await fetch(`${joinRoot}/${classCode}/lecturer`, { method: "POST", body: secret });
    return (await answer.json()).message ?? "";
  } catch {
    return "No connection. Try again.";
  }
}

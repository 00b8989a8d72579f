// Reads a file that a visitor gives, in the browser, and opens the view whose link it carries.

import { addressOf, linkIn } from "./figure_link.js";

/** @import { App } from "./figure_link.js" */

const LARGEST = 20 * 2 ** 20; // bytes
const PATIENCE_MS = 5000; // for a file on a drive that does not answer
const KINDS = "image/png,image/svg+xml,application/json,.png,.svg,.json";
const TOO_LARGE = "This file is too large: figures from Riverbank have less than 20 MB.";
const UNREADABLE = "This file cannot be read.";
const NO_LINK =
  "This file has no Riverbank link. Use a PNG, SVG or JSON file as it was saved: some programs remove the link.";
const ELSEWHERE = "The link in this file does not lead to a page of Riverbank.";

/** @typedef {Pick<File, "size" | "arrayBuffer">} OneFile */
/** @type {OneFile | null} */
let newest = null; // the file that was given last
/** @type {HTMLInputElement | null} */
let picker = null; // it must not be collected while a visitor looks for a file

/**
 * Opens a file's view, or says why not.
 * @param {OneFile} file
 * @param {App} app
 * @param {(text: string) => void} say
 * @param {(address: string) => void} go
 */
export async function openFigure(file, app, say, go = (address) => location.assign(address)) {
  newest = file;
  say("Reading the file…");
  const { address, problem } = await readFigure(file, app);
  if (newest !== file) return; // another one has been given meanwhile
  say(address ? "Opening the figure…" : problem);
  if (address) go(address);
}

/** @param {OneFile} file @param {App} app */
async function readFigure(file, app) {
  if (file.size > LARGEST) return { problem: TOO_LARGE };
  let link = "";
  try {
    link = linkIn(new Uint8Array(await withinPatience(file.arrayBuffer())));
  } catch {
    return { problem: UNREADABLE }; // a folder, or a file that is gone
  }
  const address = addressOf(link, app);
  return { address, problem: link ? ELSEWHERE : NO_LINK };
}

/** @param {Promise<ArrayBuffer>} reading */
function withinPatience(reading) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const waiting = new Promise((_, reject) => {
    timer = setTimeout(reject, PATIENCE_MS);
  });
  return Promise.race([reading, waiting]).finally(() => clearTimeout(timer));
}

/**
 * Asks for a file and opens its view; must be called by a click.
 * @param {App} app @param {(text: string) => void} say
 */
export function chooseFigure(app, say) {
  picker = document.createElement("input");
  const input = picker;
  input.type = "file";
  input.accept = KINDS;
  input.onchange = () => {
    if (input.files?.[0]) openFigure(input.files[0], app, say);
  };
  input.click();
}

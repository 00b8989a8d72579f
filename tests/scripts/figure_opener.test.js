// The link in a file that anybody may have made: it opens a page of the app or nothing, and no file takes long to read.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pngWithLink } from "../../components/classroom/phone/linked_png.js";
import { openFigure } from "../../components/widgets/figure_opener/figure_files.js";
import { addressOf, linkIn } from "../../components/widgets/figure_opener/figure_link.js";

const APP = { root: "/base/", paths: ["", "which-bank"] };
const LINK = "/which-bank?sentence=R+%26+D&layer=3";
const PNG = Uint8Array.from(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=", "base64"),
);
const bytesOf = (text) => new TextEncoder().encode(text);
const linked = async (link = LINK) => new Uint8Array(await pngWithLink(PNG, link).arrayBuffer());
const svg = (link) => `<svg xmlns="http://www.w3.org/2000/svg"><metadata id="riverbank-link">${link}</metadata></svg>`;

/** Numbers that look random and are the same each time. */
function* numbers(seed) {
  for (let state = seed; ; state = (state * 1103515245 + 12345) % 2 ** 31) yield state;
}

test("the link of a PNG, an SVG and a JSON file", async () => {
  assert.equal(linkIn(PNG), "");
  assert.equal(linkIn(await linked()), LINK);
  assert.equal(linkIn(bytesOf(svg(LINK.replaceAll("&", "&amp;")))), LINK);
  const saved = svg(LINK.replaceAll("&", "&amp;")).replace("<metadata ", "<metadata\n     ");
  assert.equal(linkIn(bytesOf(`<?xml version="1.0"?>\n${saved}`)), LINK, "as another program writes it");
  assert.equal(linkIn(bytesOf(JSON.stringify({ link: LINK, rows: [] }))), LINK);
});

test("other files have no link", () => {
  const files = [
    "",
    " ",
    "{",
    "[1]",
    "null",
    '{"link": 1}',
    '{"link": {"a": "/"}}',
    "<svg></svg>",
    "GIF89a",
    "%PDF-1.7",
  ];
  for (const text of [...files, "<svg><metadata>/which-bank</metadata></svg>", svg("<b>/</b>")]) {
    assert.equal(linkIn(bytesOf(text)), "", text);
  }
});

test("a file that is cut off or damaged is no error", async () => {
  const whole = await linked();
  for (let end = 0; end <= whole.length; end += 1) assert.ok(["", LINK].includes(linkIn(whole.subarray(0, end))));
  const random = numbers(7);
  for (let round = 0; round < 2000; round += 1) {
    const damaged = whole.slice();
    for (let flips = 0; flips < 4; flips += 1) damaged[random.next().value % whole.length] = random.next().value & 255;
    const address = addressOf(linkIn(damaged), APP);
    assert.match(address, /^(\/base\/(which-bank)?(\?[!-~]*)?)?$/);
  }
});

test("no file of twenty megabytes takes long", () => {
  const size = 20 * 2 ** 20;
  const empty = new Uint8Array(size); // chunks without content, as many as fit
  empty.set(PNG.subarray(0, 8));
  const metadata = '<metadata id="riverbank-link">';
  const files = [
    empty,
    ...["<metadata ", metadata, `${metadata}a`, " ", '{"a":'].map((each) => each.repeat(size / each.length)),
  ];
  for (const content of [...files, metadata + "a".repeat(size), `<metadata${" ".repeat(size)}`]) {
    const began = performance.now();
    assert.equal(linkIn(typeof content === "string" ? bytesOf(content) : content), "");
    assert.ok(performance.now() - began < 3000, String(content.slice(0, 40)));
  }
});

test("a link opens a page of the app", () => {
  assert.equal(addressOf(LINK, APP), "/base/which-bank?sentence=R+%26+D&layer=3");
  assert.equal(addressOf("/?stage=It%E2%80%99s", APP), "/base/?stage=It%E2%80%99s");
  assert.equal(addressOf("/", { ...APP, root: "/" }), "/");
});

test("a link to anywhere else opens nothing", () => {
  const links = [
    ...[
      "",
      "which-bank",
      "/elsewhere",
      "/which-bank/",
      "/which-bank/..",
      "/../which-bank",
      "..",
      "../..",
      "/WHICH-BANK",
    ],
    ...["//evil.example", "//evil.example/which-bank", "/\\evil.example", "\\\\evil.example", "/@evil.example"],
    ...[
      "http://other.example/which-bank",
      "https:which-bank",
      "javascript:alert(1)",
      "JavaScript:alert(1)//which-bank",
    ],
    ...["data:text/html,x", "blob:x", "/which-bank#x", "/which-bank?a#b", "/which-bank?a=<b>", '/which-bank?a="'],
    ...[
      "/which-bank?a b",
      "/which-bank?a\n",
      "/which-bank\n",
      "\n/which-bank",
      "/which-bank?é",
      "/which-bank\0",
      "/%2e%2e/",
    ],
    ...["/_stcore/health", "/join/ABC", "/constructor", "/which-bank;a", `/which-bank?a=${"b".repeat(40_000)}`],
  ];
  for (const link of links) assert.equal(addressOf(link, APP), "", link.slice(0, 60));
  const random = numbers(3);
  const signs = [..."/\\:.@?#&=%; \tabwhich-bank"];
  for (let round = 0; round < 5000; round += 1) {
    const link = Array.from({ length: 1 + (round % 12) }, () => signs[random.next().value % signs.length]).join("");
    const address = addressOf(link, APP);
    if (!address) continue;
    const { origin, pathname, hash } = new URL(address, "https://app.example/elsewhere");
    assert.deepEqual([origin, hash], ["https://app.example", ""], link);
    assert.ok(
      APP.paths.some((path) => pathname === `/base/${path}`),
      link,
    );
  }
});

const fileOf = (bytes, size = bytes.length) => ({ size, arrayBuffer: async () => bytes.buffer });

/** What is told about a file, and where the browser goes. */
async function opened(file) {
  const notes = [];
  let address = "";
  await openFigure(
    file,
    APP,
    (text) => notes.push(text),
    (to) => {
      address = to;
    },
  );
  return { notes, address };
}

test("a figure opens its view, and another file says why it does not", async () => {
  const unreadable = { size: 9, arrayBuffer: () => Promise.reject(new Error("a folder")) };
  const files = {
    figure: fileOf(await linked()),
    foreign: fileOf(PNG),
    hostile: fileOf(await linked("//evil.example")),
    large: fileOf(await linked(), 21 * 2 ** 20),
    unreadable,
  };
  const notes = new Set();
  for (const [name, file] of Object.entries(files)) {
    const outcome = await opened(file);
    assert.equal(outcome.address, name === "figure" ? `/base${LINK}` : "", name);
    notes.add(outcome.notes.at(-1));
  }
  assert.equal(notes.size, Object.keys(files).length, "each has a reason of its own");
});

test("the file that was given last counts", async () => {
  let read = null;
  const slow = {
    size: 9,
    arrayBuffer: () =>
      new Promise((done) => {
        read = done;
      }),
  };
  const first = opened(slow);
  const second = await opened(fileOf(PNG));
  read((await linked()).buffer);
  assert.equal((await first).address, "");
  assert.equal((await first).notes.length, 1);
  assert.equal(second.notes.length, 2);
});

test("a drive that does not answer is given up", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const outcome = opened({ size: 9, arrayBuffer: () => new Promise(() => {}) });
  context.mock.timers.tick(5000);
  assert.equal((await outcome).notes.length, 2);
});

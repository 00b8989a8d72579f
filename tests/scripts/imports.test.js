// Scripts import one another without circles, so that each can be read after those that it imports.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

/** The files that a script imports. */
function importsOf(file) {
  const paths = readFileSync(file, "utf-8").matchAll(/^import [^"]*"(\.[^"]+)";/gm);
  return [...paths].map(([, path]) => join(dirname(file), path));
}

/** The first circle on the way from the last file of `way`, as a list of files; null if there is none. */
function circleFrom(way, imports, isDone) {
  const last = way.at(-1);
  if (way.indexOf(last) < way.length - 1) return way.slice(way.indexOf(last));
  if (isDone.has(last)) return null;
  for (const next of imports(last)) {
    const circle = circleFrom([...way, next], imports, isDone);
    if (circle) return circle;
  }
  isDone.add(last);
  return null;
}

test("a circle of imports is noticed", () => {
  const graph = { a: ["b"], b: ["c", "d"], c: [], d: ["b"] };
  assert.deepEqual(
    circleFrom(["a"], (name) => graph[name], new Set()),
    ["b", "d", "b"],
  );
});

test("no scripts import one another in a circle", () => {
  const names = readdirSync("components", { recursive: true, encoding: "utf-8" });
  const files = names.filter((name) => name.endsWith(".js")).map((name) => join("components", name));
  assert.ok(files.some((file) => importsOf(file).length > 0));
  const isDone = new Set();
  for (const file of files) assert.equal(circleFrom([file], importsOf, isDone), null);
});

// Where a result leads: to its own address, with what the visitor has chosen here and the result says nothing about.

/**
 * The address that a result opens.
 *
 * To another room the visitor's own sentence goes along. Within the room everything is kept that the row of views keeps,
 * so that a chosen token stays chosen.
 *
 * @param {{ kind: string, href: string }} entry
 * @param {{ kind: string, href: string }[]} entries all that can be found
 * @param {string} here the address of the page
 * @param {string[]} dropped parameters that are about one view or about the whole page
 */
export function resultAddress(entry, entries, here, dropped) {
  const from = new URL(here);
  const target = new URL(entry.href, from);
  for (const name of sharedNames(entry, entries, from, target, dropped)) {
    if (from.searchParams.has(name) && !target.searchParams.has(name)) {
      target.searchParams.set(name, from.searchParams.get(name) ?? "");
    }
  }
  return target;
}

/**
 * @param {{ kind: string, href: string }} entry @param {{ kind: string, href: string }[]} entries @param {URL} from
 * @param {URL} target @param {string[]} dropped
 */
function sharedNames(entry, entries, from, target, dropped) {
  const isHere = target.pathname === from.pathname;
  if (target.searchParams.has("tour")) return []; // a stop is what its link says
  if (target.searchParams.has("sentence")) return isHere ? ["model"] : []; // what was chosen is about another sentence
  if (!isHere) return ["sentence"];
  if (entry.kind === "Example") return ["sentence", "model"];
  const left = new Set(entry.kind === "Term" ? [...dropped, ...namesOfTerms(entries, target)] : dropped);
  left.delete("sentence");
  return [...from.searchParams.keys()].filter((name) => !left.has(name));
}

/**
 * The parameters by which the terms of a room differ: one that a term does not set has its default there.
 * @param {{ kind: string, href: string }[]} entries @param {URL} target
 */
function namesOfTerms(entries, target) {
  return entries
    .filter(({ kind }) => kind === "Term")
    .map(({ href }) => new URL(href, target))
    .filter(({ pathname }) => pathname === target.pathname)
    .flatMap(({ searchParams }) => [...searchParams.keys()]);
}

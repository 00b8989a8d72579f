// Words that were predicted before the page was made, as bars.

import { partOf } from "../../widgets/canvas/elements.js";
import { showWordBars } from "./word_bars.js";

showWordBars(partOf(document, "#blanks"), JSON.parse(partOf(document, "#predicted").textContent ?? ""));

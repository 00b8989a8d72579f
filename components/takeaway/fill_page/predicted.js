// Words that were predicted before the page was made, as bars.

import { showWordBars } from "./word_bars.js";

showWordBars(document.getElementById("blanks"), JSON.parse(document.getElementById("predicted").textContent));

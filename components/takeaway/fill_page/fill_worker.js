// What the worker of “Masked words” computes.

import { fillBlanks } from "../browser_model/blanks.js";
import { serveModel } from "../browser_model/serving.js";

serveModel((bert, /** @type {{ sentence: string, count: number }} */ { sentence, count }) =>
  fillBlanks(bert, sentence, count),
);

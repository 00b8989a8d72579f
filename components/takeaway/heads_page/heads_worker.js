// What the worker of “Every head” computes.

import { serveModel } from "../browser_model/serving.js";
import { readHeads } from "./read_heads.js";

serveModel((bert, /** @type {{ sentence: string, labels: unknown[] }} */ { sentence, labels }) =>
  readHeads(bert, sentence, labels),
);

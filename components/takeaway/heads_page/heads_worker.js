// What the worker of “Every head” computes.

import { serveModel } from "../browser_model/serving.js";
import { readHeads } from "./read_heads.js";

serveModel((bert, { sentence, labels }) => readHeads(bert, sentence, labels));

// What the worker of the river computes.

import { serveModel } from "../browser_model/serving.js";
import { wordVectors } from "./word_vectors.js";

serveModel(wordVectors);

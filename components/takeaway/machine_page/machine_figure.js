// “Inside a layer” as a page without a model: the whole pass over one sentence, for each of its tokens.

import mountBuilding from "../../inside/building/layer_building.js";
import { decodeBase64 } from "../browser_model/base64.js";
import { showFigure, storedData } from "../page/figure.js";

const parts = JSON.parse(document.getElementById("parts").textContent);
showFigure(mountBuilding, storedData(), { getPart: async (part) => decodeBase64(parts[part]) });

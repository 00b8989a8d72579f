// Mouse and keyboard on the canvas of all panels.

import { tell } from "../../widgets/canvas/canvas_widget.js";
import { pointOn } from "../../widgets/canvas/pointer.js";
import { set } from "../../widgets/canvas/wording.js";
import { atlasAt, panelAfter } from "./atlas_canvas.js";
import { refresh } from "./frame.js";
import { choose, lock } from "./selecting.js";
import { panelTitle } from "./sentences.js";

/** @import { AtlasView } from "./attention_atlas.js" */

const TELL_AFTER_MS = 300; // as for fetching: only where a run of arrow keys ends

/** @param {AtlasView} view */
export function listenToAtlas(view) {
  const { atlas, tip } = view.el;
  const leave = () => {
    tip.hidden = true;
    if (view.preview === null) return;
    view.preview = null;
    refresh(view, "map");
  };
  atlas.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    const panel = atlasAt(view.atlasLayout, ...pointOn(event));
    atlas.style.cursor = panel === undefined ? "default" : "pointer";
    if (panel === undefined) {
      leave();
      return;
    }
    set(tip, panelTitle(view.trace, panel));
    tip.hidden = false;
    const left = Math.min(event.offsetX + 14, view.width - tip.offsetWidth);
    tip.style.translate = `${left}px ${atlas.offsetTop + event.offsetY + 18}px`;
    tip.style.inset = "0 auto auto 0";
    if (view.preview === panel) return;
    view.preview = panel;
    refresh(view, "map");
  };
  atlas.onpointerleave = leave;
  atlas.onclick = (event) => {
    const panel = atlasAt(view.atlasLayout, ...pointOn(event));
    if (panel !== undefined) choose(view, panel, 0);
  };
  atlas.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = panelAfter(view.atlasLayout, view.panel, event.key);
    if (to !== undefined) {
      event.preventDefault(); // these keys scroll the page
      choose(view, to, TELL_AFTER_MS);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      tell(view);
    } else if (event.key === "Escape" && view.lock) {
      event.preventDefault(); // on a projector it does nothing else
      lock(view, null);
    }
  };
}

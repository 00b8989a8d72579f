// The element: what is looked at, what is locked, and what Python is told. See __init__.py for when it is told.

const MOST_FETCHED = 32; // a panel of 512 tokens takes 1 MB
const MOST_ADDED = 6;
const FETCH_AFTER_MS = 60; // arrow keys held down run through panels that nobody wants
const TELL_AFTER_MS = 300;
const MOST_KEYS = 10; // tokens that Shift and an arrow key pass over

// What an element remembers between runs. Keyed by its root, so that one whose HTML Streamlit has put in anew starts
// afresh.
const views = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".room");
  let view = views.get(root);
  if (!view) {
    view = newView(root);
    views.set(root, view);
    listen(view);
  }
  view.tell = (answer) => setStateValue("selection", answer);
  if (view.bytes !== data) take(view, data);
  layOut(view); // also after a change of theme, which is the other reason to be called
  return () => {
    view.watch.disconnect();
    clearTimeout(view.fetchTimer);
    clearTimeout(view.tellTimer);
    cancelAnimationFrame(view.frame);
    views.delete(root);
  };
}

function newView(root) {
  const element = (name) => root.querySelector(`.${name}`);
  const names = ["atlas", "map", "finding", "note", "news", "tip", "legend", "least", "least-said", "hide", "hiding"];
  const more = ["renormalise", "add", "all-on", "all-name", "one-name", "scale", "ramp"];
  const el = Object.fromEntries([...names, ...more].map((name) => [name, element(name)]));
  return {
    root,
    el,
    views: [...root.querySelectorAll("input[name=view]")],
    help: root.querySelector("#atlas-help"),
    atlas: el.atlas.getContext("2d"),
    map: el.map.getContext("2d"),
    width: 0,
    clicks: 0,
    lines: false,
    threshold: 0,
    hide: false,
    renormalise: false,
    stale: new Set(),
    frame: 0,
  };
}

/** Takes in what Python sent. What a visitor has done stays, unless it is another trace or Python says where to go. */
function take(view, bytes) {
  const { settings, trace } = opened(bytes);
  const initial = JSON.stringify(settings.initial);
  const isNew = view.trace?.trace !== trace.trace;
  if (isNew) {
    view.fetching = new Map();
    view.failed = new Set();
    view.added = new Map(); // panel -> slot, a hue and a dash
  } else {
    for (const [panel, weights] of view.trace.exact) trace.exact.set(panel, weights);
  }
  if (view.bytes === undefined) view.lines = settings.view === "lines";
  if (isNew || initial !== view.initial) {
    clearTimeout(view.tellTimer);
    const columns = trace.columns.length;
    const { panel, query, key, off } = settings.initial ?? { panel: null, query: null, key: null, off: [] };
    const number = ([row, column]) => row * columns + column;
    view.panel = panel ? number(panel) : trace.chosen;
    view.lock = query === null ? null : { query, key };
    view.off = new Set(off.map(number));
    view.preview = null;
    view.hover = null;
    view.cursor = null;
    view.told = answerOf({ ...view, trace });
  }
  Object.assign(view, { bytes, trace, settings, initial });
  wantExact(view);
}

// Drawing

/** Sizes everything anew and draws it at once: one frame less to wait for. */
function layOut(view) {
  const { trace, root, el } = view;
  const unit = devicePixelRatio;
  view.width = root.clientWidth;
  if (view.width === 0) return; // not on the screen
  const theme = themeOf(root);
  const narrow = view.width < 700;
  const alone = trace.rows.length * trace.columns.length === 1;
  root.classList.toggle("narrow", narrow);
  root.classList.toggle("alone", alone);
  const width = Math.floor(view.width * unit);
  const height = Math.min(Math.max(0.7 * innerHeight, 380), 900) * unit;
  const share = alone ? 0 : narrow ? width : Math.floor(0.47 * width);
  view.theme = theme;
  view.atlasLayout = atlasLayout(trace, theme, view.atlas, share, narrow ? width + 3 * theme.letters : height);
  const gap = 26 * unit;
  const rest = narrow || alone ? width : width - view.atlasLayout.width - gap;
  view.mapLayout = mapLayout(trace, theme, view.map, rest, narrow ? 2 * width : height);
  resize(el.atlas, view.atlasLayout.width, view.atlasLayout.height);
  resize(el.map, view.mapLayout.width, view.mapLayout.height);
  layOutScale(view);
  layOutControls(view);
  cancelAnimationFrame(view.frame);
  view.stale = new Set(["atlas", "map"]);
  draw(view);
}

function layOutScale({ el, theme, atlasLayout: layout, trace }) {
  const unit = devicePixelRatio;
  const across = trace.columns.length * layout.cell;
  el.scale.style.marginInlineStart = `${layout.left / unit}px`;
  el.scale.style.width = `${Math.max(across, 11 * theme.letters) / unit}px`;
  const stops = theme.sequential.map((colour) => `rgb(${colour.join(" ")})`);
  el.ramp.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  const steps = [0, 0.1, 0.3, 0.6, 1].map((weight) => {
    const step = document.createElement("small");
    step.className = "step";
    step.textContent = weight;
    step.style.left = `${100 * Math.sqrt(weight)}%`;
    return step;
  });
  el.scale.replaceChildren(el.ramp, ...steps);
}

function layOutControls(view) {
  const { trace, el, settings } = view;
  const [down, across] = trace.axes.map((axis) => axis || "panel");
  const count = trace.rows.length * trace.columns.length;
  el["all-name"].textContent = `All ${plural(across, count)}`;
  el.hiding.hidden = trace.special.size === 0;
  el.renormalise.closest("label").hidden = trace.special.size === 0;
  for (const radio of view.views) radio.checked = (radio.value === "lines") === view.lines;
  const off = settings.canSwitchOff ? ` O or Delete switches this ${across} off or on, Shift and O its whole ${down}.` : "";
  view.help.textContent = `Arrow keys choose: up and down the ${down}, left and right the ${across}.${off}`;
}

/** Draws in the next frame; `stale` are the pictures that have to be painted anew: "atlas", "map". */
function refresh(view, ...stale) {
  for (const each of stale) view.stale.add(each);
  cancelAnimationFrame(view.frame);
  view.frame = requestAnimationFrame(() => draw(view));
}

function draw(view) {
  const { trace, theme, el } = view;
  if (view.stale.has("atlas")) {
    view.shown = shownTokens(trace, view.hide);
    view.base = paintAtlas(trace, view.atlasLayout, theme, view);
  }
  const looked = view.preview ?? view.panel;
  if (view.stale.has("map")) {
    view.matrix = matrixOf(trace, looked, view.shown, view.renormalise);
    if (view.lines) prepareLines(view, looked);
    else view.picture = paintMap(view.matrix, view.mapLayout, theme, { threshold: view.threshold, parted: partsOf(view) });
  }
  view.stale.clear();
  drawAtlas(view.atlas, trace, view.atlasLayout, theme, view);
  const cell = activeCell(view);
  const cells = { shown: view.shown, active: placesOf(view, cell), locked: placesOf(view, view.lock) };
  if (cell === view.lock) cells.active = cells.locked;
  if (view.lines) drawLines(view.map, trace, view.mapLayout, theme, { ...view, ...cells });
  else drawMap(view.map, trace, view.mapLayout, theme, { base: view.picture, ...cells });
  say(view, looked, cell);
  // For whoever measures the canvases: where the pictures lie, in device pixels, and what they show.
  const { left, top, size } = view.mapLayout;
  Object.assign(el.map.dataset, { left, top, size, count: view.shown.length, known: view.matrix.known });
  Object.assign(el.atlas.dataset, (({ left, top, cell, inner }) => ({ left, top, cell, inner }))(view.atlasLayout));
  view.root.dataset.drawn = trace.trace;
}

function prepareLines(view, looked) {
  const panels = new Map(view.added);
  if (!panels.has(looked) && panels.size < MOST_ADDED) panels.set(looked, freeSlot(view.added));
  view.drawn = [...panels].map(([panel, slot]) => ({
    panel,
    slot,
    matrix: panel === looked ? view.matrix : matrixOf(view.trace, panel, view.shown, view.renormalise),
  }));
  view.least = faintest(view.drawn.map(({ matrix }) => matrix), view.threshold);
  showLegend(view);
}

function freeSlot(added) {
  const taken = new Set(added.values());
  return DASHES.findIndex((_, slot) => !taken.has(slot));
}

function showLegend({ el, drawn, added, trace, theme }) {
  const items = drawn.map(({ panel, slot }) => {
    const item = document.createElement("li");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const stroke = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.ariaHidden = "true";
    stroke.setAttribute("d", "M0 8H48");
    stroke.setAttribute("stroke-width", "3");
    stroke.setAttribute("stroke", theme.hues[slot % theme.hues.length]);
    stroke.setAttribute("stroke-dasharray", DASHES[slot].join(" "));
    line.append(stroke);
    const name = document.createElement("span");
    name.textContent = panelName(trace, panel);
    item.append(line, name);
    if (added.has(panel)) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.panel = panel;
      button.ariaLabel = `Take ${panelName(trace, panel)} out of the lines`;
      button.textContent = "✕";
      item.append(button);
    }
    return item;
  });
  el.legend.replaceChildren(...items);
}

/** Places before which another sentence begins. */
function partsOf({ trace: { segments }, shown }) {
  if (!segments) return [];
  return shown.map((_, i) => i).filter((i) => i > 0 && segments[shown[i]] !== segments[shown[i - 1]]);
}

/** What is looked at: what the mouse is on, else the keyboard, else what is locked. */
function activeCell(view) {
  return view.hover ?? view.cursor ?? view.lock;
}

/** Positions as places among what is shown; null for what is hidden. */
function placesOf({ shown }, cell) {
  if (cell === null) return null;
  const [query, key] = [cell.query, cell.key].map((position) => {
    const place = position === null ? -1 : shown.indexOf(position);
    return place < 0 ? null : place;
  });
  return query === null && key === null ? null : { query, key };
}

function say(view, looked, cell) {
  const { trace, el, matrix, shown } = view;
  const title = panelTitle(trace, looked, view.off);
  const text = finding(trace, looked, matrix, shown, cell);
  set(el["one-name"], title);
  set(el.finding, text);
  set(el.note, noteSaid(view));
  el.add.hidden = !view.lines;
  el.add.disabled = view.added.has(view.panel) || view.added.size >= MOST_ADDED;
  el.legend.hidden = !view.lines;
  el["all-on"].hidden = view.off.size === 0 || !view.settings.canSwitchOff;
  el.atlas.ariaLabel = `${el["all-name"].textContent}. Chosen: ${panelTitle(trace, view.panel, view.off)}`;
  el.map.ariaLabel = `${view.lines ? "Lines" : "Grid"} of who looks at whom. ${title}. ${text}`;
}

/** What has to be known to read the pictures rightly. */
function noteSaid({ trace, hide, lines, least, threshold, matrix, settings, failed, preview, panel }) {
  const notes = [];
  if (trace.block > 1) {
    const kept = hide ? "; special tokens stay in them" : "";
    notes.push(`Small pictures: each dot is the strongest of ${trace.block} × ${trace.block} weights${kept}.`);
  }
  if (matrix.known === "reduced" && preview === null) {
    const coming = settings.address && !failed.has(panel);
    notes.push(coming ? "The exact weights are on their way." : "The exact weights are not here: the large picture is as coarse as the small one.");
  }
  if (lines && least > threshold) notes.push(`Lines under ${least.toFixed(2)} are not drawn until you choose a token.`);
  return notes.join(" ");
}

/** Changes a text only where it differs: screen readers hear of every change. */
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Exact weights

/** Fetches the exact weights of the chosen panel, and of those in the lines, where they are missing. */
function wantExact(view) {
  clearTimeout(view.fetchTimer);
  view.fetchTimer = setTimeout(() => {
    for (const panel of [view.panel, ...view.added.keys()]) fetchExact(view, panel);
  }, FETCH_AFTER_MS);
}

async function fetchExact(view, panel) {
  const { trace, settings, fetching, failed } = view;
  if (!settings.address || trace.exact.has(panel) || fetching.has(panel) || failed.has(panel)) return;
  const columns = trace.columns.length;
  const part = `${Math.floor(panel / columns)}/${panel % columns}`;
  try {
    const answer = fetch(`${appRoot()}${settings.address}/${part}`);
    fetching.set(panel, answer);
    const response = await answer;
    if (!response.ok) throw new Error(`status ${response.status}`);
    const weights = floats(await response.arrayBuffer(), trace.count);
    if (view.trace.trace !== trace.trace) return;
    remember(view, panel, weights);
    refresh(view, "map");
  } catch {
    failed.add(panel); // what is on the screen stays, and says that it is coarse
    refresh(view);
  } finally {
    fetching.delete(panel);
  }
}

function remember({ trace, panel: chosen, added }, panel, weights) {
  const { exact } = trace;
  exact.set(panel, weights);
  for (const old of exact.keys()) {
    if (exact.size <= MOST_FETCHED) return;
    if (old !== chosen && !added.has(old)) exact.delete(old);
  }
}

/** Where the app is served from, which may be a folder of its server: the folder its own scripts come from. */
function appRoot() {
  const script = document.querySelector('script[src*="static/js/"]');
  return script ? script.src.slice(0, script.src.lastIndexOf("static/js/")) : `${location.origin}/`;
}

// Python

function answerOf({ trace, panel, lock, off }) {
  const columns = trace.columns.length;
  const pair = (number) => [Math.floor(number / columns), number % columns];
  return JSON.stringify({
    trace: trace.trace,
    panel: pair(panel),
    query: lock?.query ?? null,
    key: lock?.key ?? null,
    off: [...off].sort((a, b) => a - b).map(pair),
  });
}

/** Tells Python what is selected, unless it knows. */
function tell(view, wait = 0) {
  clearTimeout(view.tellTimer);
  const now = () => {
    const answer = answerOf(view);
    if (answer === view.told) return;
    view.told = answer;
    view.clicks += 1;
    view.tell({ ...JSON.parse(answer), click: view.clicks });
  };
  if (wait > 0) view.tellTimer = setTimeout(now, wait);
  else now();
}

/** Says aloud what is found now, once it is drawn. */
function announce(view) {
  refresh(view);
  requestAnimationFrame(() => set(view.el.news, view.el.finding.textContent));
}

// What a visitor does

function choose(view, panel, wait) {
  view.preview = null;
  view.panel = panel;
  wantExact(view);
  refresh(view, "map");
  announce(view);
  tell(view, wait);
}

function lock(view, cell) {
  const same = cell !== null && view.lock?.query === cell.query && view.lock?.key === cell.key;
  view.lock = same ? null : cell;
  if (view.preview !== null) view.panel = view.preview;
  announce(view);
  tell(view);
}

function switchOff(view, panels) {
  const isOn = panels.some((panel) => !view.off.has(panel));
  for (const panel of panels) {
    if (isOn) view.off.add(panel);
    else view.off.delete(panel);
  }
  announce(view);
  tell(view);
}

function rowOf({ trace }, row) {
  return trace.columns.map((_, column) => row * trace.columns.length + column);
}

function listen(view) {
  const { el } = view;
  listenToAtlas(view);
  listenToMap(view);
  for (const radio of view.views) {
    radio.onchange = () => {
      view.lines = radio.value === "lines";
      refresh(view, "map");
    };
  }
  el.least.oninput = () => {
    view.threshold = (el.least.value / 100) ** 2; // fine steps where the weights are
    el["least-said"].textContent = view.threshold === 0 ? "0" : view.threshold.toFixed(view.threshold < 0.1 ? 3 : 2);
    el.least.ariaValueText = el["least-said"].textContent;
    refresh(view, "atlas", "map");
  };
  el.hide.onchange = () => {
    view.hide = el.hide.checked;
    el.renormalise.disabled = !view.hide;
    view.renormalise = view.hide && el.renormalise.checked;
    refresh(view, "atlas", "map");
  };
  el.renormalise.onchange = () => {
    view.renormalise = el.renormalise.checked;
    refresh(view, "atlas", "map");
  };
  el.add.onclick = () => {
    view.added.set(view.panel, freeSlot(view.added));
    refresh(view, "map");
  };
  el.legend.onclick = (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    view.added.delete(Number(button.dataset.panel));
    refresh(view, "map");
    el.map.focus(); // the button is gone
  };
  el["all-on"].onclick = () => {
    switchOff(view, [...view.off]);
    el.atlas.focus();
  };
  view.watch = new ResizeObserver(() => {
    if (view.root.clientWidth !== view.width) layOut(view);
  });
  view.watch.observe(view.root);
  document.fonts.ready.then(() => views.has(view.root) && layOut(view));
}

function pointOn(event) {
  const box = event.currentTarget.getBoundingClientRect();
  return [(event.clientX - box.left) * devicePixelRatio, (event.clientY - box.top) * devicePixelRatio];
}

function listenToAtlas(view) {
  const { atlas, tip } = view.el;
  const leave = () => {
    tip.hidden = true;
    if (view.preview === null) return;
    view.preview = null;
    refresh(view, "map");
  };
  atlas.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    const { panel, row } = atlasAt(view.trace, view.atlasLayout, ...pointOn(event));
    atlas.style.cursor = panel !== undefined || (row !== undefined && view.settings.canSwitchOff) ? "pointer" : "default";
    if (panel === undefined) {
      leave();
      return;
    }
    set(tip, panelTitle(view.trace, panel, view.off));
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
    const { panel, row } = atlasAt(view.trace, view.atlasLayout, ...pointOn(event));
    if (view.settings.canSwitchOff && panel === undefined && row !== undefined) switchOff(view, rowOf(view, row));
    if (panel === undefined) return;
    view.panel = panel;
    if (view.settings.canSwitchOff) switchOff(view, [panel]);
    choose(view, panel, 0);
  };
  atlas.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { rows, columns } = view.trace;
    const across = columns.length;
    const [row, column] = [Math.floor(view.panel / across), view.panel % across];
    const to = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, across - 1],
    }[event.key];
    if (to) {
      event.preventDefault(); // these keys scroll the page
      const within = (at, most) => Math.min(Math.max(at, 0), most - 1);
      choose(view, within(to[0], rows.length) * across + within(to[1], across), TELL_AFTER_MS);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      tell(view);
    } else if (view.settings.canSwitchOff && ["o", "O", "Delete"].includes(event.key) && !event.repeat) {
      event.preventDefault();
      switchOff(view, event.shiftKey ? rowOf(view, row) : [view.panel]);
    } else if (event.key === "Escape" && view.lock) {
      lock(view, null);
    }
  };
}

function listenToMap(view) {
  const { map } = view.el;
  const cellAt = (event) => {
    const count = view.shown.length;
    const point = pointOn(event);
    const place = view.lines ? linesAt(view.mapLayout, view.theme, count, ...point) : mapAt(view.mapLayout, count, ...point);
    if (place === null) return null;
    const { query, key } = place;
    return { query: query === null ? null : view.shown[query], key: key === null ? null : view.shown[key] };
  };
  map.onpointermove = (event) => {
    if (event.pointerType === "touch") return;
    const cell = cellAt(event);
    if (cell?.query === view.hover?.query && cell?.key === view.hover?.key) return;
    view.hover = cell;
    refresh(view);
  };
  map.onpointerleave = () => {
    view.hover = null;
    refresh(view);
  };
  map.onclick = (event) => {
    const cell = cellAt(event);
    if (cell === null || cell.query === null) return;
    view.cursor = null;
    lock(view, cell);
  };
  map.onblur = () => {
    view.cursor = null;
    refresh(view);
  };
  map.onkeydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      view.cursor = null;
      if (view.lock) lock(view, null);
      else refresh(view);
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat && view.cursor) lock(view, view.cursor);
      return;
    }
    const at = placesOf(view, view.cursor ?? view.lock);
    const step = event.shiftKey ? MOST_KEYS : 1;
    const [query, key] = [at?.query ?? 0, at?.key ?? 0];
    const to = {
      ArrowUp: [query - step, key],
      ArrowDown: [query + step, key],
      ArrowLeft: [query, key - step],
      ArrowRight: [query, key + step],
      Home: [query, 0],
      End: [query, view.shown.length - 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const within = (place) => view.shown[Math.min(Math.max(place, 0), view.shown.length - 1)];
    // The first key only shows where one is.
    view.cursor = at === null ? { query: within(0), key: within(0) } : { query: within(to[0]), key: within(to[1]) };
    view.hover = null;
    announce(view);
  };
}

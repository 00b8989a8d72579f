// Groups that were found without labels: a hull round the points of each, with the words that name it. The hulls follow
// the points from layer to layer.

const ROUND = 12; // corners of the circle that pads a point
const MARGIN = 2.2; // of a hull around its points, in radii of a mark

/** The corners of the convex hull of some places, in turn (Andrew's monotone chain). */
function hullOf(places) {
  const sorted = [...places].sort(([x, y], [u, v]) => x - u || y - v);
  const turn = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const half = (each) => {
    const chain = [];
    for (const place of each) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), place) <= 0) chain.pop();
      chain.push(place);
    }
    chain.pop(); // the other half begins with it
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The hull of a group on the canvas, with a margin around its points. */
function hullOnCanvas({ places, layout: { pad, span, radius } }, members) {
  const far = MARGIN * radius;
  const around = members.flatMap((point) =>
    Array.from({ length: ROUND }, (_, i) => {
      const angle = (2 * Math.PI * i) / ROUND;
      return [
        pad + span * places[2 * point] + far * Math.cos(angle),
        pad + span * places[2 * point + 1] + far * Math.sin(angle),
      ];
    }),
  );
  return hullOf(around);
}

/** Draws the hulls below what is drawn already. */
export function drawHulls(context, view) {
  for (const { points } of view.groups) {
    if (points.length === 0) continue;
    const path = new Path2D();
    for (const [i, [x, y]] of hullOnCanvas(view, points).entries()) path[i ? "lineTo" : "moveTo"](x, y);
    path.closePath();
    context.strokeStyle = view.theme.text;
    context.fillStyle = view.theme.text;
    context.lineWidth = 1.5 * devicePixelRatio;
    context.globalAlpha = 0.6;
    context.stroke(path);
    context.globalAlpha = 0.05;
    context.fill(path);
  }
  context.globalAlpha = 1;
}

/** Writes the words of each group at its hull, above or below its edge, where they cover the fewest points. */
export function nameHulls(context, view) {
  const {
    groups,
    layout: { side, pad, span, radius },
    places,
    theme,
    root,
  } = view;
  const size = 14 * devicePixelRatio * (parseFloat(getComputedStyle(root).fontSize) / 16);
  context.font = `600 ${size}px ${getComputedStyle(root).fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  const taken = [];
  for (const { points, name } of groups) {
    if (points.length === 0 || !name) continue;
    const hull = hullOnCanvas(view, points);
    const [ys, xs] = [hull.map(([, y]) => y), hull.map(([x]) => x)];
    const half = context.measureText(name).width / 2 + size / 2;
    const x = Math.max(half, Math.min(side - half, (Math.min(...xs) + Math.max(...xs)) / 2));
    const within = (y) => Math.max(size, Math.min(side - size, y));
    const clear = (y) => taken.every(([u, v, w]) => Math.abs(y - v) > 1.4 * size || Math.abs(x - u) > half + w);
    const covered = (y) => {
      let count = 0;
      for (let point = 0; 2 * point < places.length; point += 1) {
        const isBeside = Math.abs(pad + span * places[2 * point] - x) > half + radius;
        const isBeyond = Math.abs(pad + span * places[2 * point + 1] - y) > size / 2 + radius;
        if (!isBeside && !isBeyond) count += 1;
      }
      return count;
    };
    const tried = [
      Math.min(...ys) - 0.8 * size,
      Math.max(...ys) + 0.8 * size,
      Math.min(...ys) + size,
      Math.max(...ys) - size,
    ];
    const free = tried.map(within).filter(clear);
    const y = free.sort((first, second) => covered(first) - covered(second))[0] ?? within(tried[0]);
    taken.push([x, y, half]);
    context.strokeStyle = theme.paper;
    context.lineWidth = size / 3;
    context.strokeText(name, x, y);
    context.fillStyle = theme.text;
    context.fillText(name, x, y);
  }
}

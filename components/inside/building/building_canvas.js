// The whole pass: tokens as columns, floors as rows, a small picture of each vector; what flows into the chosen one.

import { drawLabel, drawOutline, fontOf, labelled, longestWidth, picture } from "../../widgets/canvas/drawing.js";
import { meanAttention } from "./reading.js";

const CELL_ROWS = { 48: 8, 16: 8 }; // rows of buckets in a cell

/** Sizes for a width, from the bottom: labels of tokens, the embeddings, the layers, the head. */
export function buildingLayout(pass, theme, context, width, height) {
  const unit = devicePixelRatio;
  const left = longestWidth(context, theme, pass.floors, 0.4 * width) + 0.75 * theme.letters;
  const column = (width - left - 2 * unit) / pass.count;
  const turned = column < longestWidth(context, theme, pass.tokens, 5 * theme.letters) + 0.3 * theme.letters;
  const bottom = turned
    ? Math.min(longestWidth(context, theme, pass.tokens, 6 * theme.letters), 6 * theme.letters)
    : theme.letters;
  const labels = bottom + 0.9 * theme.letters;
  const pitch = Math.max((height - labels) / pass.floors.length, 1.4 * theme.letters);
  return { width, height: pitch * pass.floors.length + labels, left, column, pitch, gap: 0.36 * pitch, turned, labels };
}

/** The top of a floor's row. */
function topOf(layout, pass, floor) {
  return (pass.floors.length - 1 - floor) * layout.pitch + layout.gap;
}

/** Floor and token at a place; undefined beside the building. */
export function buildingAt(layout, pass, x, y) {
  const token = Math.floor((x - layout.left) / layout.column);
  const floor = pass.floors.length - 1 - Math.floor(y / layout.pitch);
  const inside = token >= 0 && token < pass.count && floor >= 0 && floor < pass.floors.length;
  return inside ? { floor, token } : undefined;
}

/** All vectors of a floor side by side, one pixel a bucket. */
export function paintFloors(pass, table) {
  const rows = CELL_ROWS[pass.buckets] ?? pass.buckets;
  const across = Math.ceil(pass.buckets / rows);
  return Array.from({ length: pass.streams }, (_, floor) =>
    picture(pass.count * across, rows, (pixels, stride) => {
      for (let token = 0; token < pass.count; token += 1) {
        for (let bucket = 0; bucket < pass.buckets; bucket += 1) {
          const value = pass.picture[(floor * pass.count + token) * pass.buckets + bucket];
          const x = token * across + (bucket % across);
          pixels[Math.floor(bucket / across) * stride + x] = table[value + 128];
        }
      }
    }),
  );
}

export function drawBuilding(context, view) {
  const { pass, layout, theme, pictures, hover } = view;
  context.clearRect(0, 0, layout.width, layout.height);
  drawFlow(context, view);
  const across = layout.column * pass.count;
  const height = layout.pitch - layout.gap;
  context.imageSmoothingEnabled = false;
  pass.floors.forEach((name, floor) => {
    const top = topOf(layout, pass, floor);
    if (floor < pass.streams) {
      context.drawImage(pictures[floor], layout.left, top, across, height);
      partColumns(context, view, top, height);
    } else {
      context.strokeStyle = theme.text;
      context.lineWidth = devicePixelRatio;
      context.strokeRect(layout.left, top, across, height);
    }
    const marked = floor === view.floor;
    drawLabel(context, theme, name, layout.left - 0.5 * theme.letters, top + height / 2, {
      marked,
      width: layout.left - 0.75 * theme.letters,
    });
  });
  labelTokens(context, view);
  const frame = ({ floor, token }, thick) =>
    drawOutline(
      context,
      theme,
      layout.left + token * layout.column,
      topOf(layout, pass, floor),
      layout.column,
      height,
      thick * devicePixelRatio,
    );
  if (hover) frame(hover, 1);
  frame(view, 2.5);
}

/** Lines of paper between the columns, where there is room. */
function partColumns(context, { layout, pass, theme }, top, height) {
  if (layout.column < 8 * devicePixelRatio) return;
  context.fillStyle = theme.paper;
  const wide = Math.max(2 * devicePixelRatio, 0.12 * layout.column);
  for (let token = 0; token <= pass.count; token += 1) {
    context.fillRect(layout.left + token * layout.column - wide / 2, top, wide, height);
  }
}

/** What flows into the chosen vector from the floor below: the residual, and each token by its mean attention. */
function drawFlow(context, { pass, layout, theme, shown, floor, token }) {
  if (floor === 0) return;
  const middle = (column) => layout.left + (column + 0.5) * layout.column;
  const from = topOf(layout, pass, floor - 1);
  const to = topOf(layout, pass, floor) + layout.pitch - layout.gap;
  const line = (column, thick, alpha, colour) => {
    context.globalAlpha = alpha;
    context.lineWidth = thick;
    context.strokeStyle = colour;
    context.beginPath();
    context.moveTo(middle(column), from);
    context.lineTo(middle(token), to);
    context.stroke();
  };
  const attention = shown.floor === floor && shown.token === token ? meanAttention(shown) : null;
  attention?.forEach((weight, column) => {
    if (weight > 0.01) line(column, Math.max(1, 9 * weight) * devicePixelRatio, 0.35 + 0.65 * weight, theme.accent);
  });
  line(token, 2 * devicePixelRatio, 1, theme.text); // the vector itself: what is added to it comes beside it
  context.globalAlpha = 1;
}

function labelTokens(context, { pass, layout, theme, token }) {
  const top = pass.floors.length * layout.pitch + 0.4 * theme.letters;
  const places = layout.turned
    ? labelled(pass.count, layout.column, 1.05 * theme.letters, [token])
    : pass.tokens.keys();
  context.font = fontOf(theme);
  for (const column of [...places].sort((a, b) => Number(a === token) - Number(b === token))) {
    const x = layout.left + (column + 0.5) * layout.column;
    const marked = column === token;
    if (layout.turned) {
      drawLabel(context, theme, pass.tokens[column], x, top, {
        marked,
        turned: true,
        width: layout.labels - 0.3 * theme.letters,
      });
    } else drawLabel(context, theme, pass.tokens[column], x, top + 0.5 * theme.letters, { marked, align: "center" });
  }
}

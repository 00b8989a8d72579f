// The foot of the machine: the vectors that are added up for a token; and its top: the words with the largest dot products.

import { drawLabel, longestWidth } from "../canvas/drawing.js";
import { fixed, tokenName } from "../canvas/wording.js";
import { boxNamed } from "./fetching.js";
import { drawStrip, labelRow, largestIn, rowsOf } from "./strips.js";

/**
 * @import { Area, Context } from "../canvas/drawing.js"
 * @import { BuildingView } from "./layer_building.js"
 * @import { Box } from "./reading.js"
 */

const SUM = "embedding_sum";

/**
 * Every vector of the embeddings, bottom to top: the tables, their sum, and what follows.
 * @param {Context} context @param {BuildingView} view @param {Area} area
 */
export function drawSum(context, view, area) {
  const { boxes } = view.shown;
  const sum = boxes.findIndex(({ key }) => key === SUM);
  const added = sum < 0 ? boxes.slice(0, 1) : boxes.slice(0, sum + 1);
  const shared = commonLargest(added); // so that the sum can be seen
  const names = boxes.map(({ title, key }, place) =>
    place > 0 && place < sum ? `+ ${title}` : key === SUM ? `= ${title}` : title,
  );
  const lengths = boxes.map(({ values }) => `length ${fixed(Math.hypot(...values), 1)}`);
  const shares = boxes.map(() => 1);
  const rows = rowsOf(view, area, [...names].reverse(), [...lengths].reverse(), shares).reverse();
  boxes.forEach((box, place) => {
    labelRow(context, view, rows[place]);
    const largest = place < added.length ? shared : commonLargest([box]);
    drawStrip(context, view, rows[place], box.values, largest, (index, text) => ({
      ...{ level: "numbers", box: box.key, place: index },
      text: `${box.title}, number ${index + 1} of ${box.size}: ${text}`,
    }));
  });
}

/** A size that one number in fifty exceeds: the few that stand out would make all others pale. @param {Box[]} boxes */
function commonLargest(boxes) {
  const sizes = boxes.flatMap(({ values }) => [...values].map(Math.abs)).sort((a, b) => a - b);
  return sizes[Math.floor(0.98 * (sizes.length - 1))] ?? 0;
}

/**
 * The likeliest words: the dot product of the last vector with each word's vector, and its share after softmax.
 * @param {Context} context @param {BuildingView} view @param {Area} area
 */
export function drawAnswer(context, view, area) {
  const { shown, theme } = view;
  const logits = boxNamed(view, "logits");
  const shares = boxNamed(view, "probabilities").values;
  const vector = shown.boxes.filter(({ key }) => key !== "logits" && key !== "probabilities").at(-1);
  const { letters } = theme;
  let { top } = area;
  if (vector) {
    const [row] = rowsOf(
      view,
      { ...area, height: 3.6 * letters },
      [`vector of ${tokenName(view.pass, shown.token)}`],
      [""],
      [1],
    );
    labelRow(context, view, row);
    drawStrip(context, view, row, vector.values, largestIn(vector.values), (index, text) => ({
      ...{ level: "numbers", box: vector.key, place: index },
      text: `${vector.title}, number ${index + 1} of ${vector.size}: ${text}`,
    }));
    top += 4.4 * letters;
  }
  const left = area.left + longestWidth(context, theme, shown.candidates, 0.3 * area.width) + letters;
  const numbers = 4.2 * letters;
  const half = (area.left + area.width - left) / 2;
  const column = { dot: left, share: left + half };
  drawLabel(context, theme, "dot product (logit)", column.dot, top + 0.6 * letters, {
    align: "left",
    width: half - letters,
  });
  drawLabel(context, theme, "softmax", column.share, top + 0.6 * letters, { align: "left", width: half - letters });
  top += 1.6 * letters;
  const high = Math.min((area.top + area.height - top) / shown.candidates.length, 2.4 * letters);
  const [lowest, highest] = [Math.min(0, ...logits.values), Math.max(0, ...logits.values)];
  const span = highest - lowest || 1;
  shown.candidates.forEach((word, place) => {
    const y = top + (place + 0.5) * high;
    drawLabel(context, theme, word, left - 0.6 * letters, y, { marked: place === 0, width: left - area.left });
    const logit = logits.values[place];
    for (const { start, share, text, alpha } of [
      { start: column.dot, share: (logit - lowest) / span, text: fixed(logit, 2), alpha: 0.55 },
      { start: column.share, share: shares[place], text: `${fixed(100 * shares[place], 1)}%`, alpha: 1 },
    ]) {
      context.globalAlpha = alpha;
      context.fillStyle = theme.accent;
      const wide = share * (half - numbers - letters);
      context.fillRect(start, y - 0.3 * high, Math.max(wide, devicePixelRatio), 0.6 * high);
      context.globalAlpha = 1;
      drawLabel(context, theme, text, start + wide + 0.4 * letters, y, { align: "left" });
    }
    const text = `${word}: dot product and bias give ${fixed(logit, 3)}. Click for the sum.`;
    const width = column.share + shares[place] * (half - numbers - letters) + numbers - area.left;
    const target = { left: area.left, top: y - high / 2, width, height: high };
    view.targets.push({ ...target, level: "numbers", box: "logits", place, text });
  });
}

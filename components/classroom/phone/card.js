// A card to keep of a class: a picture that the phone itself makes and saves.

import { pngWithLink } from "./linked_png.js";

const CARD_SIZE = 1080; // pixels of the picture, a square
const MARGIN = 80;
const WIDTH = CARD_SIZE - 2 * MARGIN;
const LINE = 1.25; // height of a line, in letters
const SMALLEST_LETTERS = 24;
const GAP = 40; // at least, between two parts
const [TOP, FOOT] = [190, CARD_SIZE - 140]; // of what is between the name of the app and the last line
const THREAD = 220; // height of the thread above the last line
const NAME = 36; // letters of the meanings beside it
const [INK, GROUND] = ["#1c2a33", "#fdfcf9"];
const HUES = ["#0b6e8e", "#b77d23", "#4d0d15", "#2c0480"]; // of the meanings in their order, as the river has them

/**
 * What stands on a card, of which the server says the values.
 * @typedef {{ fooled: boolean, sentence: string, meant: string, read: string, senses: string[], model: string,
 *   course: number[], sense_courses: number[][], score: number, questions: number }} Card
 */

/** @typedef {[string, string]} Font Its weight and its family. */

/**
 * What a card says first.
 * @param {Card} card
 */
export function titleOf({ fooled, model, score, questions }) {
  const name = model || "the model";
  if (fooled) return `My sentence fooled ${name}`;
  return questions ? scoreText(score, questions) : `My sentence did not fool ${name}`;
}

const scoreText = (/** @type {number} */ score, /** @type {number} */ questions) =>
  `My score: ${score} of ${questions}`;

/** The app's address as one types it; "" for one at which only this machine finds it. @param {string} link */
export function readableAddress(link) {
  const { host, hostname, pathname } = new URL(link);
  const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname);
  return isLoopback ? "" : `${host}${pathname}`.replace(/\/$/, "");
}

/**
 * Draws a card. Everything on it is drawn as text.
 * @param {HTMLCanvasElement} canvas
 * @param {Card} card
 * @param {{ date: string, link: string }} about when it was made, and the address of the app
 */
export function drawCard(canvas, card, { date, link }) {
  const { fooled, sentence, meant, read, senses, score, questions } = card;
  const hasThread =
    card.course?.length > 1 && card.sense_courses.every((average) => average.length === card.course.length);
  const foot = hasThread ? FOOT - THREAD - GAP : FOOT;
  const holders = [document.querySelector("h1") ?? document.body, document.body];
  const [heading, plain] = holders.map((part) => getComputedStyle(part).fontFamily);
  [canvas.width, canvas.height] = [CARD_SIZE, CARD_SIZE];
  const context = canvas.getContext("2d");
  if (!context) return;
  /** @param {string} text @param {Font} font @param {string} colour @param {number} largest @param {number} height */
  const part = (text, font, colour, largest, height) => {
    const [letters, lines] = fittedText(context, text, font, { largest, height });
    return { font, colour, letters, lines, height: LINE * letters * lines.length };
  };
  const hueOf = (/** @type {string} */ sense) => HUES[Math.max(senses.indexOf(sense), 0)];
  /** @type {Font} */
  const bold = ["700", plain];
  const title = titleOf(card);
  const parts = [part(title, ["600", heading], INK, sentence ? 92 : 200, sentence ? 120 : foot - TOP)];
  if (sentence) {
    const meanings = [
      part(`I meant: ${meant}`, bold, hueOf(meant), 72, 90),
      part(`It read: ${read}`, bold, hueOf(read), 72, 90),
    ];
    const rest = [...parts, ...meanings].reduce((left, { height }) => left - height - GAP, foot - TOP);
    parts.push(part(`“${sentence}”`, bold, INK, 170, rest), ...meanings);
  }
  context.fillStyle = GROUND;
  context.fillRect(0, 0, CARD_SIZE, CARD_SIZE);
  write(context, "Riverbank", [MARGIN, 115], ["600", heading], 52, INK);
  context.textAlign = "right";
  write(context, date, [CARD_SIZE - MARGIN, 115], ["400", plain], 36, INK);
  context.textAlign = "left";
  const free = parts.reduce((left, { height }) => left - height, foot - TOP) / Math.max(parts.length - 1, 1);
  let y = TOP + (parts.length === 1 ? free / 2 : 0);
  for (const { lines, letters, font, colour, height } of parts) {
    lines.forEach((line, row) => {
      write(context, line, [MARGIN, y + (row * LINE + 1) * letters], font, letters, colour);
    });
    y += height + free;
  }
  if (hasThread) drawThread(context, card, plain);
  const points = fooled && questions ? scoreText(score, questions) : "";
  const last = [points, readableAddress(link)].filter(Boolean).join(" · ");
  const [letters, [line]] = fittedText(context, last, ["400", plain], { largest: 36, height: 50 });
  write(context, line, [MARGIN, CARD_SIZE - 65], ["400", plain], letters, INK);
  const words = sentence ? `: “${sentence}” I meant ${meant}, it read ${read}` : "";
  canvas.ariaLabel = `${title}${words}. ${points}`;
}

/**
 * @param {CanvasRenderingContext2D} context @param {string} text @param {[number, number]} given @param {Font} font
 * @param {number} letters @param {string} colour
 */
function write(context, text, [x, y], [weight, family], letters, colour) {
  context.font = `${weight} ${letters}px ${family}`;
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

/**
 * The sentence's thread between the average threads of the meanings, from the word to the last layer.
 * @param {CanvasRenderingContext2D} context @param {Card} card @param {string} family
 */
function drawThread(context, { course, sense_courses: averages, senses, read }, family) {
  const all = [0, ...averages.flat(), ...course];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  context.font = `700 ${NAME}px ${family}`;
  const right = CARD_SIZE - MARGIN - GAP - Math.max(...senses.map((sense) => context.measureText(sense).width));
  /** @param {number} height @param {number} layer @returns {[number, number]} */
  const placeOf = (height, layer) => [
    MARGIN + ((layer + 1) * (right - MARGIN)) / course.length,
    FOOT - THREAD + ((high - height) / (high - low || 1)) * THREAD,
  ];
  /**
   * @param {number[]} heights @param {string} colour @param {number} width @param {number} alpha @returns {[number,
   *   number]}
   */
  const draw = (heights, colour, width, alpha) => {
    context.beginPath();
    let [x, y] = placeOf(0, -1); // the word itself
    context.moveTo(x, y);
    for (const [layer, height] of heights.entries()) {
      const [nextX, nextY] = placeOf(height, layer);
      context.bezierCurveTo((x + nextX) / 2, y, (x + nextX) / 2, nextY, nextX, nextY);
      [x, y] = [nextX, nextY];
    }
    Object.assign(context, { strokeStyle: colour, lineWidth: width, globalAlpha: alpha, lineCap: "round" });
    context.stroke();
    context.globalAlpha = 1;
    return [x, y];
  };
  for (const [i, average] of averages.entries()) {
    const [x, y] = draw(average, HUES[i], 30, 0.35);
    write(context, senses[i], [x + GAP, y + NAME / 3], ["700", family], NAME, HUES[i]);
  }
  const end = draw(course, INK, 9, 1);
  context.beginPath();
  context.arc(...end, 16, 0, 2 * Math.PI);
  context.fillStyle = HUES[Math.max(senses.indexOf(read), 0)];
  context.fill();
}

/**
 * The size of the letters with which a text fills a space, and its lines.
 * @param {CanvasRenderingContext2D} context @param {string} text @param {Font} font
 * @param {{ largest: number, height: number }} space
 * @returns {[number, string[]]}
 */
export function fittedText(context, text, [weight, family], { largest, height }) {
  for (let letters = largest; ; letters -= 2) {
    context.font = `${weight} ${letters}px ${family}`;
    const lines = wrapped(context, text, WIDTH);
    if (letters <= SMALLEST_LETTERS || lines.length * LINE * letters <= height) return [letters, lines];
  }
}

/**
 * The lines of a text; a word that is wider than a line is broken.
 * @param {CanvasRenderingContext2D} context @param {string} text @param {number} width
 */
function wrapped(context, text, width) {
  const lines = [""];
  for (const word of text.split(/(?<=\s)/)) {
    if (lines.at(-1) && context.measureText(lines.at(-1) + word.trimEnd()).width > width) lines.push("");
    for (const letter of word) {
      if (context.measureText(lines.at(-1) + letter).width > width && letter.trim()) lines.push("");
      lines[lines.length - 1] += letter;
    }
  }
  return lines.map((line) => line.trimEnd());
}

/**
 * Saves the card as a picture: with the phone's own way to share, or as a download.
 * @param {HTMLCanvasElement} canvas
 * @param {string} link to the page with its sentence, below the app's root; "" for none
 */
export async function saveCard(canvas, link) {
  /** @type {Blob | null} */
  const drawn = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!drawn) return;
  const blob = link ? pngWithLink(new Uint8Array(await drawn.arrayBuffer()), link) : drawn;
  const file = new File([blob], "riverbank.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (error) {
      if (error.name === "AbortError") return; // closed again
    }
  }
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = file.name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}

// A card to keep of a class: a picture that the phone itself makes and saves.

const CARD_SIZE = 1080; // pixels of the picture, a square
const CARD_MARGIN = 90;
const LARGEST_LETTERS = 76;
const SMALLEST_LETTERS = 28;
const CARD_COLOURS = { ground: "#fdfcf9", ink: "#1c2a33" };
const HUES = ["#0b6e8e", "#b77d23", "#4d0d15", "#2c0480"]; // of the meanings in their order, as the river has them

/**
 * What stands on a card, of which the server says the values.
 * @typedef {{ fooled: boolean, sentence: string, meant: string, read: string, senses: string[], model: string,
 *   score: number, questions: number }} Card
 */

/**
 * What a card says first.
 * @param {Card} card
 */
export function titleOf({ fooled, model, score, questions }) {
  const name = model || "the model";
  if (fooled) return `My sentence fooled ${name}`;
  return questions ? `I guessed ${score} of ${questions} like the model` : `My sentence did not fool ${name}`;
}

/**
 * Draws a card. Everything on it is drawn as text.
 * @param {HTMLCanvasElement} canvas
 * @param {Card & { address: string }} card
 */
export function drawCard(canvas, card) {
  const { fooled, sentence, meant, read, senses, score, questions, address } = card;
  [canvas.width, canvas.height] = [CARD_SIZE, CARD_SIZE];
  const context = canvas.getContext("2d");
  const write = (text, y, font, colour) => {
    context.font = font;
    context.fillStyle = colour;
    context.fillText(text, CARD_MARGIN, y);
  };
  const hueOf = (sense) => HUES[Math.max(senses.indexOf(sense), 0)];
  context.fillStyle = CARD_COLOURS.ground;
  context.fillRect(0, 0, CARD_SIZE, CARD_SIZE);
  const title = titleOf(card);
  context.font = "600 60px Georgia, serif";
  const size = Math.min(60, (60 * (CARD_SIZE - 2 * CARD_MARGIN)) / context.measureText(title).width);
  write(title, 150, `600 ${size}px Georgia, serif`, CARD_COLOURS.ink);
  let letters = LARGEST_LETTERS;
  let lines = [];
  for (; ; letters -= 4) {
    context.font = `700 ${letters}px system-ui, sans-serif`;
    lines = wrapped(context, `“${sentence}”`, CARD_SIZE - 2 * CARD_MARGIN);
    if (lines.length * letters * 1.3 <= 440 || letters <= SMALLEST_LETTERS) break;
  }
  if (sentence) {
    lines.forEach((line, row) => {
      write(line, 290 + row * letters * 1.3, context.font, CARD_COLOURS.ink);
    });
    write(`I meant: ${meant}`, 800, "600 48px system-ui, sans-serif", hueOf(meant));
    write(`It read: ${read}`, 870, "600 48px system-ui, sans-serif", hueOf(read));
  }
  const guessed = fooled && questions ? `I guessed ${score} of ${questions} like the model` : "";
  write([guessed, address].filter(Boolean).join(" · "), 990, "400 34px system-ui, sans-serif", CARD_COLOURS.ink);
  const words = sentence ? `: “${sentence}” I meant ${meant}, it read ${read}` : "";
  canvas.ariaLabel = `${title}${words}. ${guessed}`;
}

/** The lines of a text; a word that is wider than a line is broken. */
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

/** Saves the card as a picture: with the phone's own way to share, or as a download. */
export async function saveCard(canvas) {
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([blob], "riverbank.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (error) {
      if (error.name === "AbortError") return; // closed again
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

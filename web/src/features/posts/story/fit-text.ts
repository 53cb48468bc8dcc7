/** The width of a text at a type size of 1 px. */
export type Measure = (text: string) => number;

export type Room = {
  width: number;
  height: number;
  sizes: readonly number[];
  lineHeight: number;
};

export type FittedText = { size: number; lines: string[]; cut: boolean };

/** Takes the first size that fits; at the last size the text is cut. */
export function fitText(text: string, room: Room, measure: Measure): FittedText {
  const paragraphs = text
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .split('\n');
  let result: FittedText = { size: 0, lines: [], cut: true };
  for (const size of room.sizes) {
    const lines = paragraphs.flatMap((paragraph) => wrap(paragraph, room.width / size, measure));
    const most = Math.max(1, Math.floor(room.height / (size * room.lineHeight)));
    result = { size, lines, cut: lines.length > most };
    if (!result.cut) return result;
    result.lines = cutAfter(lines, most, room.width / size, measure);
  }
  return result;
}

export function fitLine(text: string, width: number, measure: Measure): string {
  return measure(text) <= width ? text : shortened(text, width, measure);
}

function wrap(paragraph: string, width: number, measure: Measure): string[] {
  const space = measure(' ');
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of paragraph.split(/\s+/).flatMap((part) => pieces(part, width, measure))) {
    const needed = measure(word);
    if (line !== '' && used + space + needed <= width) {
      line += ` ${word}`;
      used += space + needed;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    used = needed;
  }
  return [...lines, line];
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

// Breaks a word that fits no line, such as an address.
function pieces(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const needed = measure(segment);
    if (part !== '' && used + needed > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += segment;
    used += needed;
  }
  return [...parts, part];
}

function cutAfter(lines: readonly string[], most: number, width: number, measure: Measure): string[] {
  const shownLines = lines.slice(0, most);
  // The ellipsis follows words, not an empty line.
  while (shownLines.length > 1 && shownLines.at(-1) === '') shownLines.pop();
  const last = shownLines.pop() ?? '';
  const withEllipsis = `${last}…`;
  return [...shownLines, measure(withEllipsis) <= width ? withEllipsis : shortened(last, width, measure)];
}

function shortened(text: string, width: number, measure: Measure): string {
  const room = width - measure('…');
  let fitting = '';
  for (const { segment } of graphemes.segment(text)) {
    if (measure(fitting + segment) > room) break;
    fitting += segment;
  }
  return `${fitting.trimEnd()}…`;
}

import { graphemes } from '../../../../../contract/src/rules/texts/graphemes.ts';

/** The width of a text at a type size of 1 px. */
export type Measure = (text: string) => number;

export type Room = {
  width: number;
  height: number;
  sizes: readonly number[];
  lineHeight: number;
};

export type FittedText = { size: number; lines: string[]; isCut: boolean };

/** Takes the first size that fits; at the last size the text is cut. */
export function fitText(text: string, room: Room, measure: Measure): FittedText {
  const paragraphs = text
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .split('\n');
  let result: FittedText = { size: 0, lines: [], isCut: true };
  for (const size of room.sizes) {
    const lines = paragraphs.flatMap((paragraph) => wrap(paragraph, room.width / size, measure));
    const most = Math.max(1, Math.floor(room.height / (size * room.lineHeight)));
    result = { size, lines, isCut: lines.length > most };
    if (!result.isCut) return result;
    result.lines = cutAfter(lines, most, room.width / size, measure);
  }
  return result;
}

export function fitLine(text: string, width: number, measure: Measure): string {
  return measure(text) <= width ? text : shorten(text, width, measure);
}

function wrap(paragraph: string, width: number, measure: Measure): string[] {
  const space = measure(' ');
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const word of paragraph.split(/\s+/).flatMap((part) => pieces(part, width, measure))) {
    const wordWidth = measure(word);
    if (line !== '' && lineWidth + space + wordWidth <= width) {
      line += ` ${word}`;
      lineWidth += space + wordWidth;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    lineWidth = wordWidth;
  }
  return [...lines, line];
}

// Breaks a word that fits no line, such as an address.
function pieces(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let lineWidth = 0;
  for (const grapheme of graphemes(word)) {
    const graphemeWidth = measure(grapheme);
    if (part !== '' && lineWidth + graphemeWidth > width) {
      parts.push(part);
      part = '';
      lineWidth = 0;
    }
    part += grapheme;
    lineWidth += graphemeWidth;
  }
  return [...parts, part];
}

function cutAfter(lines: readonly string[], most: number, width: number, measure: Measure): string[] {
  const visibleLines = lines.slice(0, most);
  // The ellipsis follows words, not an empty line.
  while (visibleLines.length > 1 && visibleLines.at(-1) === '') visibleLines.pop();
  const last = visibleLines.pop() ?? '';
  const withEllipsis = `${last}…`;
  return [...visibleLines, measure(withEllipsis) <= width ? withEllipsis : shorten(last, width, measure)];
}

function shorten(text: string, width: number, measure: Measure): string {
  const room = width - measure('…');
  let fitting = '';
  for (const grapheme of graphemes(text)) {
    if (measure(fitting + grapheme) > room) break;
    fitting += grapheme;
  }
  return `${fitting.trimEnd()}…`;
}

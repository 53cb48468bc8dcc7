import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { displayHandle } from '../../../../../contract/src/rules/handles.ts';
import { type Block, fillRound, measureWith, write } from './block.ts';
import { fitLine, type FittedText, fitText } from './fit-text.ts';
import type { Picture } from './pictures.ts';
import { boardFont, bodyWidth, look, textFont } from './story-look.ts';

const avatarSize = 112;
export const lineHeight = 1.34;

export function authorBlock(pen: CanvasRenderingContext2D, post: PostView, avatar: Picture): Block {
  const textLeft = avatarSize + 28;
  const room = bodyWidth - textLeft;
  const handle = displayHandle(post.authorHandle);
  const bold = (size: number) => textFont(size, 600);
  const name = fitLine(post.authorName, room / 46, measureWith(pen, bold));
  const under = fitLine(handle, room / 36, measureWith(pen, textFont));
  return {
    height: avatarSize,
    draw: (pen, x, y) => {
      pen.save();
      pen.beginPath();
      pen.arc(x + avatarSize / 2, y + avatarSize / 2, avatarSize / 2, 0, 2 * Math.PI);
      pen.clip();
      cover(pen, avatar, { x, y, width: avatarSize, height: avatarSize });
      pen.restore();
      const first = handle === '' ? y + 72 : y + 50;
      write(pen, { text: name, x: x + textLeft, y: first, font: bold(46), colour: look.text });
      write(pen, { text: under, x: x + textLeft, y: y + 98, font: textFont(36), colour: look.muted });
    },
  };
}

export function textBlock({ size, lines }: FittedText, accents: ReadonlySet<string>): Block {
  const step = size * lineHeight;
  return {
    height: Math.round(lines.length * step),
    draw: (pen, x, y) => {
      for (const [i, line] of lines.entries()) {
        const baseline = y + i * step + step / 2 + size * 0.34;
        let at = x;
        for (const text of line.split(/(?= )|(?<= )/)) {
          const colour = accents.has(text.replace(/[^\p{L}\p{N}_/…]+$/u, '')) ? look.accent : look.text;
          at += write(pen, { text, x: at, y: baseline, font: textFont(size), colour });
        }
      }
    },
  };
}

/** Cropping must leave at least this part of a picture's height. */
export const leastCrop = 0.6;

/** Below this height an uncropped picture would be a stamp between two bars. */
const leastWhole = 420;

export function naturalHeight({ width, height }: Picture): number {
  return Math.round((bodyWidth * height) / width);
}

/**
 * At most `most` px high: slightly cropped, or whole on its own colour. `more`: '+2' for further pictures, or
 * empty.
 */
export function pictureBlock(
  picture: Picture,
  { most, colour, more }: { most: number; colour: string | null; more: string },
): Block {
  const natural = naturalHeight(picture);
  const height = Math.min(natural, most);
  return {
    height,
    draw: (pen, x, y) => {
      const frame = { x, y, width: bodyWidth, height };
      fillRound(pen, frame, 24, colour ?? look.strip);
      pen.save();
      pen.beginPath();
      pen.roundRect(x, y, bodyWidth, height, 24);
      pen.clip();
      if (height / natural >= leastCrop || height < leastWhole) cover(pen, picture, frame);
      else contain(pen, picture, frame);
      pen.restore();
      if (picture.isStill) drawPlay(pen, x + bodyWidth / 2, y + height / 2);
      if (more !== '') drawMore(pen, more, { x: x + bodyWidth, y: y + height });
    },
  };
}

function drawMore(pen: CanvasRenderingContext2D, more: string, corner: { x: number; y: number }): void {
  const font = boardFont(54);
  pen.font = font;
  const width = pen.measureText(more).width + 48;
  const mark = { x: corner.x - width - 24, y: corner.y - 96, width, height: 72 };
  fillRound(pen, mark, 36, 'rgb(6 13 21 / 80%)');
  write(pen, { text: more, x: mark.x + 24, y: mark.y + 55, font, colour: look.text });
}

export function boxBlock(
  pen: CanvasRenderingContext2D,
  { head, text, lines: most }: { head: string; text: string; lines: number },
): Block {
  const inner = bodyWidth - 64;
  const bold = (size: number) => textFont(size, 600);
  const first = fitLine(head, inner / 32, measureWith(pen, bold));
  const room = { width: inner, height: most * 46, sizes: [34], lineHeight: 46 / 34 };
  const lines = text === '' ? [] : fitText(text, room, measureWith(pen, textFont)).lines;
  const height = 76 + lines.length * 46 + (lines.length > 0 ? 20 : 4);
  return {
    height,
    draw: (pen, x, y) => {
      pen.beginPath();
      pen.roundRect(x + 1.5, y + 1.5, bodyWidth - 3, height - 3, 24);
      pen.strokeStyle = look.line;
      pen.lineWidth = 3;
      pen.stroke();
      write(pen, { text: first, x: x + 32, y: y + 52, font: bold(32), colour: look.muted });
      for (const [i, text] of lines.entries()) {
        write(pen, { text, x: x + 32, y: y + 102 + i * 46, font: textFont(34), colour: look.text });
      }
    },
  };
}

type Frame = { x: number; y: number; width: number; height: number };

function cover(pen: CanvasRenderingContext2D, picture: Picture, frame: Frame): void {
  drawScaled(pen, picture, frame, Math.max(frame.width / picture.width, frame.height / picture.height));
}

function contain(pen: CanvasRenderingContext2D, picture: Picture, frame: Frame): void {
  drawScaled(pen, picture, frame, Math.min(frame.width / picture.width, frame.height / picture.height));
}

function drawScaled(pen: CanvasRenderingContext2D, picture: Picture, frame: Frame, scale: number): void {
  const width = picture.width * scale;
  const height = picture.height * scale;
  const x = frame.x + (frame.width - width) / 2;
  const y = frame.y + (frame.height - height) / 2;
  pen.drawImage(picture.source, x, y, width, height);
}

function drawPlay(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.beginPath();
  pen.arc(x, y, 64, 0, 2 * Math.PI);
  pen.fillStyle = 'rgb(6 13 21 / 72%)';
  pen.fill();
  pen.beginPath();
  pen.moveTo(x - 18, y - 30);
  pen.lineTo(x + 34, y);
  pen.lineTo(x - 18, y + 30);
  pen.closePath();
  pen.fillStyle = look.text;
  pen.fill();
}

import type { Poll } from '../../../../../contract/src/calls/shapes.ts';
import { pollLine, votePercent } from '../../../../../contract/src/rules/polls.ts';
import { type Block, fillRound, measureWith, write } from './block.ts';
import { fitLine } from './fit-text.ts';
import { bodyWidth, look, textFont } from './story-look.ts';

const rowHeight = 76;
const rowGap = 14;

export function pollBlock(pen: CanvasRenderingContext2D, poll: Poll, now: Date): Block {
  const measure = measureWith(pen, textFont);
  const rows = poll.order.flatMap((key) => {
    const option = poll.options[key];
    if (!option) return [];
    const percent = votePercent(option.votes, poll.totalVotes);
    return [{ percent, text: fitLine(option.text, (bodyWidth - 200) / 36, measure) }];
  });
  const line = pollLine(poll, now);
  return {
    height: rows.length * (rowHeight + rowGap) + 40,
    draw: (pen, x, y) => {
      for (const [i, row] of rows.entries()) drawRow(pen, row, x, y + i * (rowHeight + rowGap));
      const baseline = y + rows.length * (rowHeight + rowGap) + 32;
      write(pen, { text: line, x, y: baseline, font: textFont(32), colour: look.muted });
    },
  };
}

function drawRow(
  pen: CanvasRenderingContext2D,
  { percent, text }: { percent: number; text: string },
  x: number,
  y: number,
): void {
  const row = { x, y, width: bodyWidth, height: rowHeight };
  fillRound(pen, row, 16, look.ground);
  if (percent > 0) {
    pen.save();
    pen.beginPath();
    pen.roundRect(x, y, bodyWidth, rowHeight, 16);
    pen.clip();
    pen.fillStyle = '#1d4a66';
    pen.fillRect(x, y, (bodyWidth * percent) / 100, rowHeight);
    pen.restore();
  }
  write(pen, { text, x: x + 28, y: y + 50, font: textFont(36), colour: look.text });
  pen.textAlign = 'right';
  const font = textFont(36, 600);
  write(pen, { text: `${percent}%`, x: x + bodyWidth - 28, y: y + 50, font, colour: look.text });
  pen.textAlign = 'left';
}

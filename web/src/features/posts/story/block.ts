import type { Measure } from './fit-text.ts';

export type Block = {
  height: number;
  draw: (pen: CanvasRenderingContext2D, x: number, y: number) => void;
};

export function stack(blocks: readonly Block[], gap: number): Block {
  return {
    height: blocks.reduce((sum, { height }) => sum + height, 0) + gap * Math.max(0, blocks.length - 1),
    draw: (pen, x, y) => {
      let top = y;
      for (const block of blocks) {
        block.draw(pen, x, top);
        top += block.height + gap;
      }
    },
  };
}

export function fillRound(
  pen: CanvasRenderingContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  radius: number | number[],
  colour: string,
): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fillStyle = colour;
  pen.fill();
}

export function write(
  pen: CanvasRenderingContext2D,
  { text, x, y, font, colour }: { text: string; x: number; y: number; font: string; colour: string },
): number {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
  return pen.measureText(text).width;
}

/** Measures at 100 px, where rounding does not matter, and caches repeated words. */
export function measureWith(pen: CanvasRenderingContext2D, font: (size: number) => string): Measure {
  const widths = new Map<string, number>();
  return (text) => {
    let width = widths.get(text);
    if (width === undefined) {
      pen.font = font(100);
      width = pen.measureText(text).width / 100;
      widths.set(text, width);
    }
    return width;
  };
}

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { isMovingGif } from './moving-gif.ts';

const frame = (background: string) =>
  ({ create: { width: 20, height: 10, channels: 3, background } }) as const;
const gifOf = async (...colours: string[]) => {
  const frames = await Promise.all(colours.map((colour) => sharp(frame(colour)).png().toBuffer()));
  return new Uint8Array(
    await (frames.length > 1 ? sharp(frames, { join: { animated: true } }) : sharp(frames[0]))
      .gif()
      .toBuffer(),
  );
};

test('a GIF moves when it has several frames', async () => {
  const file = (bytes: Uint8Array<ArrayBuffer>, type = 'image/gif') => new Blob([bytes], { type });
  expect(await isMovingGif(file(await gifOf('#f00', '#00f')))).toBe(true);
  expect(await isMovingGif(file(await gifOf('#f00')))).toBe(false);
  expect(await isMovingGif(file(await gifOf('#f00', '#00f'), 'image/png'))).toBe(false);
  expect(await isMovingGif(file(new Uint8Array()))).toBe(false);
});

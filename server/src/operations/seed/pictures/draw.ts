import sharp from 'sharp';

import { limits } from '../../../../../contract/src/rules/limits.ts';
import { makePicture, type Picture } from '../../../platform/files/images.ts';
import { createRandom, type Random } from '../random.ts';
import { adScenes } from './ads.ts';
import { portrait, type Scene, type SceneName, sceneNames, scenes } from './scenes.ts';
import { palettes } from './shapes.ts';

export async function drawScenes(seed: number): Promise<Record<SceneName, Picture[]>> {
  const pictures: Partial<Record<SceneName, Picture[]>> = {};
  for (const [i, name] of sceneNames.entries()) {
    const random = createRandom(seed + i);
    const size = { longest: limits.imageSide, quality: limits.imageQuality };
    pictures[name] = [
      await draw(scenes[name], random, i, size),
      await draw(scenes[name], random, i + 1, size),
    ];
  }
  return pictures as Record<SceneName, Picture[]>;
}

export async function drawPortraits(seed: number, count: number): Promise<Picture[]> {
  const random = createRandom(seed);
  const portraits: Picture[] = [];
  for (let i = 0; i < count; i++)
    portraits.push(await draw(portrait, random, i, { square: 400, quality: limits.imageQuality }));
  return portraits;
}

export async function drawAds(seed: number): Promise<Picture[]> {
  const random = createRandom(seed);
  const pictures: Picture[] = [];
  for (const [i, scene] of adScenes.entries())
    pictures.push(await draw(scene, random, i, { longest: limits.imageSide, quality: limits.imageQuality }));
  return pictures;
}

async function draw(
  scene: Scene,
  random: Random,
  colours: number,
  size: Parameters<typeof makePicture>[1],
): Promise<Picture> {
  const palette = palettes[colours % palettes.length];
  if (!palette) throw new RangeError('There is no palette');
  const picture = await makePicture(await rasterise(scene(random, palette)), size);
  if (!picture) throw new Error('A scene cannot be drawn');
  return picture;
}

// The SVG loader is enabled only here: uploads must never reach it.
async function rasterise(svg: string): Promise<Buffer> {
  const reader = { operation: ['VipsForeignLoadSvgBuffer'] };
  sharp.unblock(reader);
  try {
    return await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  } finally {
    sharp.block(reader);
  }
}

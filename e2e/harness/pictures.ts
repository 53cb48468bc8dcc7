import sharp from 'sharp';

/** A JPEG of one colour. */
export async function picture(width: number, height: number, background = '#1d6b3a'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

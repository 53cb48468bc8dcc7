import sharp, { type Sharp } from 'sharp';

export function solid(width: number, height: number, background = '#cc2211'): Sharp {
  return sharp({ create: { width, height, channels: 4, background }, limitInputPixels: false });
}

/** A JPEG of exactly `bytes` bytes, padded with comments. */
export async function jpegOf(bytes: number, width = 60, height = 40): Promise<Buffer> {
  const jpeg = await solid(width, height).jpeg().toBuffer();
  const comments: Buffer[] = [];
  for (let missing = bytes - jpeg.length; missing > 0;) {
    // A comment has a header of 4 bytes, so the rest must not be shorter.
    const length = missing <= 65_537 ? missing : Math.min(65_537, missing - 4);
    const comment = Buffer.alloc(length, 'x');
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(length - 2, 2);
    comments.push(comment);
    missing -= length;
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}

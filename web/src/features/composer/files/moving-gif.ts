/** Counts graphic control blocks (0x21 0xF9): each frame of an animation begins with one. */
export async function isMovingGif(file: Blob): Promise<boolean> {
  if (file.type !== 'image/gif') return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let frames = 0;
  for (let at = bytes.indexOf(0x21); at >= 0 && frames < 2; at = bytes.indexOf(0x21, at + 1)) {
    const isFrame = bytes[at + 1] === 0xf9 && bytes[at + 2] === 4 && bytes[at + 7] === 0;
    if (isFrame) frames++;
  }
  return frames > 1;
}

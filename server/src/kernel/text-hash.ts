const prime = 16_777_619;

const emptyHash = 2_166_136_261;

/**
 * FNV-1a in 32 bits, continued from the hash of the texts before. Not collision-resistant: it only tells
 * versions of a text apart.
 */
export function textHash(text: string, before: number = emptyHash): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime);
  return hash >>> 0;
}

const prime = 16_777_619;

const emptyHash = 2_166_136_261;

/**
 * FNV-1a of a text in 32 bits, after the hash of the texts before it. It tells versions of a text apart; it protects
 * from nobody who looks for two texts with one hash.
 */
export function textHash(text: string, before: number = emptyHash): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime);
  return hash >>> 0;
}

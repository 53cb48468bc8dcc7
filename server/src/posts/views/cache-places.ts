/** Of a cache of posts or comments. Each entry takes one, and more for its long texts. */
export const cachePlaces = 20_000;

const charactersPerPlace = 500;

export function placesOf(characters: number): number {
  return 1 + Math.floor(characters / charactersPerPlace);
}

/**
 * Folds a text for matching: lower case, without accents (but ñ stays), fancy letters as plain ones, emoji
 * without skin tones, no invisible characters, single spaces.
 */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<!n)\u0303|[^\P{M}\u0303]|\p{Emoji_Modifier}|[\u00AD\u200B\u200C\u2060\uFEFF]/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

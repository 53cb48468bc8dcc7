/**
 * Folds a text for matching, letter by letter: lower case, without accents (but ñ stays), fancy letters as
 * plain ones, emoji without skin tones, no invisible characters but those within an emoji, single spaces.
 */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(
      /(?<!n)\u0303|[^\P{M}\u0303]|\p{EMod}|(?<![\p{ExtPict}\p{EMod}\p{DI}])\p{DI}+|[\u200B\u2060]/giu,
      '',
    )
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

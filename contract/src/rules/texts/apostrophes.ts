// An iPhone writes ’, a computer ', and many type an accent without a letter.
const apostrophes = /['’‘ʼ´`]/g;

/** With one apostrophe for all: 'Newell’s' is written 'Newell's' as well. */
export function foldApostrophes(text: string): string {
  return text.replace(apostrophes, "'");
}

export function withoutApostrophes(text: string): string {
  return text.replace(apostrophes, '');
}

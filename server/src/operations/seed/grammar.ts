import type { Random } from './random.ts';

/** Fragments by name. */
export type Phrases = Readonly<Record<string, readonly string[]>>;

const blank = /\{(\w+)\}|\[([^[\]]*)\]/;

/**
 * Recursively replaces `{name}` by a fragment of that name (from the first of `phrases` that has it) and
 * `[a|b|]` by one of its alternatives. Then fixes Spanish contractions and capital letters.
 */
export function fill(template: string, phrases: readonly Phrases[], random: Random): string {
  let text = template;
  for (let match = blank.exec(text); match; match = blank.exec(text)) {
    const [whole, name, alternatives = ''] = match;
    const choice = random.pick(name === undefined ? alternatives.split('|') : fragments(phrases, name));
    text = text.slice(0, match.index) + choice + text.slice(match.index + whole.length);
  }
  return tidy(text);
}

function fragments(phrases: readonly Phrases[], name: string): readonly string[] {
  for (const dictionary of phrases) {
    const found = dictionary[name];
    if (found) return found;
  }
  throw new Error(`No phrases named ${name}`);
}

function tidy(text: string): string {
  return text
    .replace(/(?<!\p{L})([aA]|[dD]e) el (?=\p{Ll})/gu, '$1l ')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/ +(?=\n|$)/g, '')
    .replace(/(^|[.!?…] +|\n)([¡¿"«(]*)(\p{Ll})/gu, capitalised)
    .trim();
}

function capitalised(_: string, before: string, open: string, letter: string): string {
  return before + open + letter.toUpperCase();
}

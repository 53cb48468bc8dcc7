import { escapeHtml } from '../../kernel/escape-html.ts';

/** Markup whose texts are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Null, undefined and false print nothing. */
type Part = string | number | Html | readonly Part[] | null | undefined | false;

/** Values are escaped unless they are `Html`. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(literals.reduce((text, next, i) => text + markup(parts[i - 1]) + next));
}

function markup(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markup).join('');
  return escapeHtml(String(part));
}

/** The text is escaped, so that nothing in it can end the script element. */
export function jsonBlock(value: object): Html {
  const escapes = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };
  const text = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => escapes[char as keyof typeof escapes],
  );
  return new Html(`<script type="application/ld+json">${text}</script>`);
}

import { escapeHtml } from '../../kernel/escape-html.ts';

/** Markup that needs no escaping any more. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Absent parts are null, undefined or false. */
type Part = string | number | Html | readonly Part[] | null | undefined | false;

/** Markup from a template. Everything that is filled in is escaped, unless it is markup itself. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(fixed.reduce((text, next, i) => text + markup(parts[i - 1]) + next));
}

function markup(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markup).join('');
  return escapeHtml(String(part));
}

/** JSON for a data block: no text in it can end the element around it. */
export function jsonBlock(value: object): Html {
  const escaped = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };
  const text = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => escaped[char as keyof typeof escaped],
  );
  return new Html(`<script type="application/ld+json">${text}</script>`);
}

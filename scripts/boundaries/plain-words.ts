import type { SourceFile } from './source-file.ts';

type Rule = { what: string; pattern: RegExp };

// 'What is kept goes.' has a clause as its subject; 'What is kept?' is a question.
const freeRelative = String.raw`(?:Who|Whoever|Whom|What|Whatever)\s(?!if\b)[^.?!:;]*[.!:;]`;

const proseRules: Rule[] = [
  {
    what: 'a sentence that begins with a free relative',
    pattern: new RegExp(String.raw`(?:^|[.!?:]\s+|^\s*[-*]\s+)${freeRelative}`, 'm'),
  },
  { what: "'anew'", pattern: /\banew\b/i },
  { what: "'one’s'", pattern: /\bone['’]s (?:own\b|[a-z]+)/i },
];

const participle =
  'told|said|known|shown|kept|asked|wanted|heard|given|taken|met|made|held|gone|refused|answered|counted|written|chosen|changed|ended|drawn|begun|listed|seen|closed|missed|removed|released|fetched|parsed|decoded';
const nameRules: Rule[] = [
  {
    what: 'a participle for a name',
    pattern: new RegExp(String.raw`\b(?:const|let|function|type|class|interface)\s+(?:${participle})\b`, 'i'),
  },
];

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"\x60\\])\/\/.*/g;
const decoration = /^\s*(?:\/\*\*?|\*\/|\*|\/\/)\s?/gm;

export function notPlain(files: SourceFile[]): string[] {
  return files
    .filter(
      ({ path }) => /\.(?:tsx?|mjs|md)$/.test(path) && !path.startsWith('scripts/boundaries/plain-words'),
    )
    .flatMap(({ path, text }) => {
      const isDocument = path.endsWith('.md');
      const prose = isDocument ? withoutCode(text) : commentsOf(text);
      const code = isDocument ? '' : text;
      return breaches(path, prose, proseRules).concat(breaches(path, [code], nameRules));
    });
}

function breaches(path: string, texts: readonly string[], rules: readonly Rule[]): string[] {
  return rules.flatMap(({ what, pattern }) =>
    texts.flatMap((text) => {
      const match = pattern.exec(text)?.[0].trim();
      return match === undefined ? [] : [`${path}: ${what}: ${match.slice(0, 80)}`];
    }),
  );
}

function commentsOf(text: string): string[] {
  // Consecutive line comments are one text.
  const merged = text.replace(/(\/\/[^\n]*)\n\s*\/\/ ?/g, '$1 ');
  return (merged.match(comment) ?? []).map((each) =>
    each
      .replace(decoration, '')
      .replace(/\s*\n\s*/g, ' ')
      .trim(),
  );
}

function withoutCode(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '`…`');
  return prose.split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.)\s)/).map((part) => part.replace(/\s+/g, ' ').trim());
}

import type { SourceFile } from './source-file.ts';

const declaration = /(?:^|[\s{;])(?<name>[a-z-]+):(?<value>[^;{}]+);/g;
const spacing = /^(?:margin|padding|(?:row-|column-)?gap)(?:-|$)/;
// Hairlines of a pixel or two are not a step of the scale.
const rawLength = /(?<![\w.-])-?(?:\d*\.)?\d+(?:px|rem)\b/g;
const hairlines = new Set(['0px', '1px', '2px', '-1px', '-2px']);

/** Spacing and stacking must use the tokens of styles/tokens.css. */
export function rawStyles(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^web\/src\/.*\.css$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(declaration)]
        .map(({ groups }) => ({ name: groups?.['name'] ?? '', value: groups?.['value']?.trim() ?? '' }))
        .filter(isRaw)
        .map(({ name, value }) => `${path}: ${name}: ${value} (use a token)`),
    );
}

function isRaw({ name, value }: { name: string; value: string }): boolean {
  if (name === 'z-index') return !/^var\(--z-[\w-]+\)$/.test(value);
  if (!spacing.test(name)) return false;
  return (withoutCalc(value).match(rawLength) ?? []).some((length) => !hairlines.has(length));
}

// `calc()` may combine tokens with other lengths, such as those of a border or an icon.
function withoutCalc(value: string): string {
  const inner = value.replaceAll(/(?<![\w-])(?:calc|var|env)?\([^()]*\)/g, '');
  return inner === value ? value : withoutCalc(inner);
}

import type { SourceFile } from './source-file.ts';

const declaration = /(?:^|[\s{;])(?<name>[a-z-]+):(?<value>[^;{}]+);/g;
const spacing = /^(?:margin|padding|(?:row-|column-)?gap)(?:-|$)/;
// Hairlines of a pixel or two are not a step of the scale.
const rawLength = /(?<![\w.-])-?(?:\d*\.)?\d+(?:px|rem)\b/g;
const dynamicUnit = /\d[dsl]v(?:h|w|i|b|min|max)\b/;
const unitFile = 'web/src/styles/global.css';
const hairlines = new Set(['0px', '1px', '2px', '-1px', '-2px']);

/** Spacing and stacking must use the tokens of styles/tokens.css. */
export function rawStyles(files: SourceFile[]): string[] {
  return styleSheets(files).flatMap(({ path, text }) =>
    [...text.matchAll(declaration)]
      .map(({ groups }) => ({ name: groups?.['name'] ?? '', value: groups?.['value']?.trim() ?? '' }))
      .filter(isRaw)
      .map(({ name, value }) => `${path}: ${name}: ${value} (use a token)`),
  );
}

/** Chrome before 108 drops each declaration with `dvh` and the like. */
export function dynamicUnits(files: SourceFile[]): string[] {
  return styleSheets(files)
    .filter(({ path, text }) => path !== unitFile && dynamicUnit.test(text))
    .map(({ path }) => `${path}: a dynamic unit of the window (use --vh of ${unitFile})`);
}

function styleSheets(files: SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /^web\/src\/.*\.css$/.test(path));
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

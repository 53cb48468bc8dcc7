import type { SourceFile } from './source-file.ts';

const table = 'docs/security.md';

// Per section, the number of requirements of OWASP ASVS 5.0 at levels 1 and 2, counted from 1.
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2
`;

export const requirements: readonly string[] = sections
  .trim()
  .split(/\s+/)
  .flatMap((each) => {
    const [section, count] = each.split(':');
    return Array.from({ length: Number(count) }, (_, i) => `V${section}.${i + 1}`);
  });

type Row = { chapter: string; id: string; evidence: string };

/** Missing or misplaced ids, rows without evidence, and tests or documents that do not exist. */
export function securityTableFaults(files: SourceFile[]): string[] {
  const document = files.find(({ path }) => path === table);
  if (!document) return [`${table} is missing`];
  const rows = rowsOf(document.text);
  const ids = rows.map(({ id }) => id);
  const wrong = requirements.findIndex((id, i) => id !== ids[i]);
  const place = wrong === -1 && ids.length > requirements.length ? requirements.length : wrong;
  return [
    ...(place === -1
      ? []
      : [`${table}: ${ids[place] ?? 'nothing'} in the place of ${requirements[place] ?? 'nothing'}`]),
    ...rows.flatMap((row) => rowFaults(row, files).map((fault) => `${table}: ${row.id} ${fault}`)),
  ];
}

function rowsOf(text: string): Row[] {
  let chapter = '';
  return text.split('\n').flatMap((line) => {
    chapter = /^### (V\d+) /.exec(line)?.[1] ?? chapter;
    const [, id, evidence] = /^\| (V\d+\.\d+\.\d+) +\| [^|]*\| (.*?) *\|$/.exec(line) ?? [];
    return id === undefined || evidence === undefined ? [] : [{ chapter, id, evidence }];
  });
}

const test = /`([\w./-]+\.(?:test|spec)\.ts)` «([^»]+)»/g;
const link = /\]\(([\w./-]*)(?:#([\w-]+))?\)/g;

function rowFaults({ chapter, id, evidence }: Row, files: SourceFile[]): string[] {
  const tests = [...evidence.matchAll(test)].map(([, path = '', name = '']) => ({ path, name }));
  const says = tests.length > 0 || /^(?:Not applicable|Deviation|Documented): ./.test(evidence);
  return [
    ...(id.startsWith(`${chapter}.`) ? [] : [`stands under ${chapter}`]),
    ...(says ? [] : ['names no test, no reason and no document']),
    ...tests.flatMap(({ path, name }) => {
      const [file, ...more] = files.filter((other) => `/${other.path}`.endsWith(`/${path}`));
      if (!file || more.length > 0)
        return [`names ${path}, which is ${file ? 'more than one file' : 'not there'}`];
      return file.text.includes(name) ? [] : [`names «${name}», which is not in ${path}`];
    }),
    ...[...evidence.matchAll(link)].flatMap(([, path = '', heading]) =>
      isThere(files, path, heading) ? [] : [`leads to ${path}#${heading ?? ''}, which is not there`],
    ),
  ];
}

function isThere(files: SourceFile[], path: string, heading: string | undefined): boolean {
  const target = files.find((file) => file.path === (path === '' ? table : `docs/${path}`));
  const headings =
    target?.text.match(/^#+ .*/gm)?.map((line) => line.replace(/^#+ /, '').toLowerCase()) ?? [];
  return (
    target !== undefined &&
    (heading === undefined ||
      headings.some((one) => one.replace(/[^\w -]/g, '').replaceAll(' ', '-') === heading))
  );
}

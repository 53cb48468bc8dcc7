import { Parser } from 'htmlparser2';

export type ListPage = {
  files: { key: string; size: number; writtenAt: number }[];
  /** The key after which the next page begins; null after the last page. */
  next: string | null;
};

const fields = ['Key', 'Size', 'LastModified'] as const;
type Field = (typeof fields)[number];

/** Reads an answer to ListObjectsV2. Null when it is none, or not whole. */
export function parseListPage(xml: string): ListPage | null {
  const page: ListPage = { files: [], next: null };
  let found: Partial<Record<Field, string>> = {};
  let isTruncated = false;
  let isWholeList = false;
  let text = '';
  const parser = new Parser(
    {
      onopentagname: (name) => {
        text = '';
        if (name === 'Contents') found = {};
      },
      ontext: (part) => (text += part),
      onclosetag: (name, isImplied) => {
        // An answer that broke off has no end.
        if (name === 'ListBucketResult') isWholeList = !isImplied;
        const field = fields.find((one) => one === name);
        if (field) found[field] = text;
        if (name === 'IsTruncated') isTruncated = text === 'true';
        else if (name === 'Contents') page.files.push(fileOf(found));
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  page.next = isTruncated ? (page.files.at(-1)?.key ?? '') : null;
  return isWholeList && page.next !== '' && page.files.every(isWhole) ? page : null;
}

function fileOf({ Key = '', Size, LastModified = '' }: Partial<Record<Field, string>>) {
  return { key: Key, size: Number(Size), writtenAt: Date.parse(LastModified) };
}

function isWhole({ key, size, writtenAt }: ListPage['files'][number]): boolean {
  return key !== '' && Number.isInteger(size) && Number.isFinite(writtenAt);
}

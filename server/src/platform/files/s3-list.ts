import { Parser } from 'htmlparser2';

export type ListPage = {
  files: { key: string; size: number; writtenAt: number }[];
  /** Null after the last page. */
  next: string | null;
};

const fields = ['Key', 'Size', 'LastModified'] as const;
type Field = (typeof fields)[number];

/** Reads an answer to ListObjectsV2; null when it is malformed or incomplete. */
export function parseListPage(xml: string): ListPage | null {
  const page: ListPage = { files: [], next: null };
  let entry: Partial<Record<Field, string>> = {};
  let isTruncated = false;
  let isWholeList = false;
  let text = '';
  const parser = new Parser(
    {
      onopentagname: (name) => {
        text = '';
        if (name === 'Contents') entry = {};
      },
      ontext: (part) => (text += part),
      onclosetag: (name, isImplied) => {
        // A truncated answer has no end tag.
        if (name === 'ListBucketResult') isWholeList = !isImplied;
        const field = fields.find((known) => known === name);
        if (field) entry[field] = text;
        if (name === 'IsTruncated') isTruncated = text === 'true';
        else if (name === 'Contents') page.files.push(fileOf(entry));
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

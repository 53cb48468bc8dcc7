import { columnsOf } from '../../kernel/store/columns.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** `color` is `#rrggbb`. */
export type StoredAttachment = {
  key: string;
  type: 'image' | 'video';
  width: number | null;
  height: number | null;
  color: string | null;
  alt: string | null;
};

/**
 * The attachments of a post as JSON, null if it has none. Without a `condition` for `a.post_id` Citus reads
 * all shards: it does not see the condition of the query around it.
 */
export const attachmentsOf = (postId: string, condition = ''): string =>
  `(SELECT jsonb_agg(jsonb_build_object('key', a.key, 'type', a.type, 'width', a.width, 'height', a.height,
     'color', a.color, 'alt', a.alt) ORDER BY a.n) FROM post_attachments a WHERE a.post_id = ${postId}${condition && ` AND ${condition}`})`;

export function attachmentOf(
  { key, type, width, height, color }: Omit<StoredAttachment, 'alt'>,
  alt: string | null = null,
): StoredAttachment {
  return { key, type, width, height, color, alt };
}

/** Null for a single file without a description: it needs no rows of its own. */
export function withRows(files: readonly StoredAttachment[]): readonly StoredAttachment[] | null {
  return files.length > 1 || files.some(({ alt }) => alt !== null) ? files : null;
}

const columns = 'post_id, n, key, type, width, height, color, alt';
const writes = [1, 2, 3, 4].map((size) => {
  const rows = Array.from({ length: size }, (_, i) => {
    const values = [0, 1, 2, 3, 4, 5].map((column) => `$${i * 6 + column + 2}`);
    return `($1, ${i + 1}, ${values.join(', ')})`;
  });
  return statement(
    `write-attachments-${size}`,
    `INSERT INTO post_attachments (${columns}) VALUES ${rows.join(', ')}
     ON CONFLICT (post_id, n) DO UPDATE SET alt = excluded.alt`,
  );
});

// The post has one to four files. Existing rows only get a new description.
async function writeAttachments(
  db: Database,
  postId: string,
  files: readonly StoredAttachment[],
): Promise<void> {
  const write = writes[files.length - 1];
  if (!write) throw new RangeError(`${files.length} attachments`);
  const values = files.flatMap(({ key, type, width, height, color, alt }) => [
    key,
    type,
    width,
    height,
    color,
    alt,
  ]);
  await db.run(write, [postId, ...values]);
}

const insert = statement(
  'insert-attachments',
  `INSERT INTO post_attachments (${columns})
   SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[])`,
);

/** For new posts. */
export async function insertAttachments(
  tx: Database,
  posts: readonly { id: string; files: readonly StoredAttachment[] }[],
): Promise<void> {
  const rows = posts.flatMap(({ id, files }) => withRows(files)?.map((file, i) => ({ id, i, file })) ?? []);
  if (rows.length === 0) return;
  const column = columnsOf(rows.map(({ file }) => file));
  const details = [column('type'), column('width'), column('height'), column('color'), column('alt')];
  await tx.run(insert, [rows.map(({ id }) => id), rows.map(({ i }) => i + 1), column('key'), ...details]);
}

const setSummary = statement(
  'set-summary-attachments',
  'UPDATE post_summaries SET attachments = $2 WHERE id = $1 RETURNING id',
);

/** False when the post was deleted. */
export async function updateAttachments(
  tx: Database,
  postId: string,
  files: readonly StoredAttachment[],
): Promise<boolean> {
  await writeAttachments(tx, postId, files);
  return (await tx.run(setSummary, [postId, JSON.stringify(files)])).length === 1;
}

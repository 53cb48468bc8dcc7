import { type Database, statement } from '../../platform/postgres/database.ts';

/** A file of a post, and its description. `color` is `#rrggbb`. */
export type StoredAttachment = {
  key: string;
  type: 'image' | 'video';
  width: number | null;
  height: number | null;
  color: string | null;
  alt: string | null;
};

/**
 * The rows of a post's attachments as JSON, as its summary holds them: null for a post without any. A condition for
 * `a.post_id` keeps Citus to the shards of these posts: it does not see the one of the query around it.
 */
export const attachmentsOf = (postId: string, condition = ''): string =>
  `(SELECT jsonb_agg(jsonb_build_object('key', a.key, 'type', a.type, 'width', a.width, 'height', a.height,
     'color', a.color, 'alt', a.alt) ORDER BY a.n) FROM post_attachments a WHERE a.post_id = ${postId}${condition && ` AND ${condition}`})`;

/** A file as a post holds it. */
export function attachmentOf(
  { key, type, width, height, color }: Omit<StoredAttachment, 'alt'>,
  alt: string | null = null,
): StoredAttachment {
  return { key, type, width, height, color, alt };
}

/** The files that need rows of their own: several, or a described one; null otherwise. */
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

/** Writes the rows of a post's one to four files; of existing rows, the descriptions. */
export async function writeAttachments(
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

const setSummary = statement(
  'set-summary-attachments',
  'UPDATE post_summaries SET attachments = $2 WHERE id = $1 RETURNING id',
);

/** Describes the files of a post, in a transaction. False when the post was deleted. */
export async function updateAttachments(
  tx: Database,
  postId: string,
  files: readonly StoredAttachment[],
): Promise<boolean> {
  await writeAttachments(tx, postId, files);
  return (await tx.run(setSummary, [postId, JSON.stringify(files)])).length === 1;
}

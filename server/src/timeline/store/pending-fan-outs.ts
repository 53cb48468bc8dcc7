import { type JobPayloads, maxAttempts } from '../../kernel/store/jobs.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** Posts that are stored, but not yet on the timelines of their authors' followers. */
export type PendingFanOut = {
  readonly id: string;
  readonly posts: readonly { readonly postId: string; readonly ownerUid: string }[];
};

const insert = statement(
  'insert-pending-fan-out',
  'INSERT INTO pending_fan_outs (id, posts) VALUES ($1, $2::json)',
);

export async function insertPendingFanOut(db: Database, { id, posts }: PendingFanOut): Promise<void> {
  const forJob: JobPayloads['fan-out-posts']['posts'] = posts.map(({ postId, ownerUid }) => {
    return { postId, ownerUid, hasTopics: false };
  });
  await db.run(insert, [id, JSON.stringify(forJob)]);
}

const remove = statement(
  'delete-pending-fan-outs',
  'DELETE FROM pending_fan_outs WHERE id = ANY($1::uuid[])',
);

export async function deletePendingFanOuts(db: Database, ids: readonly string[]): Promise<void> {
  await db.run(remove, [ids]);
}

const enqueue = (name: string, which: string) =>
  statement(
    name,
    `WITH pending AS (DELETE FROM pending_fan_outs WHERE ${which} RETURNING posts)
     SELECT (graphile_worker.add_job(
       'fan-out-posts', payload => json_build_object('posts', posts), max_attempts => ${maxAttempts})).id FROM pending`,
  );
const enqueueSome = enqueue('enqueue-pending-fan-outs', 'id = ANY($1::uuid[])');
// Those that are being written are skipped; the bound keeps it below the time limit of a statement.
const enqueueOld = enqueue(
  'enqueue-old-fan-outs',
  `id IN (SELECT id FROM pending_fan_outs WHERE created_at <= now() - $1 * interval '1 millisecond'
     ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
);

/** Makes jobs of those that are still pending. */
export async function enqueueFanOuts(db: Database, ids: readonly string[]): Promise<void> {
  await db.run(enqueueSome, [ids]);
}

/** Makes jobs of up to 1,000 that are older than this. @returns how many there were */
export async function enqueueFanOutsOlderThan(db: Database, milliseconds: number): Promise<number> {
  return (await db.run(enqueueOld, [milliseconds])).length;
}

import { newId } from '../../server/src/kernel/ids.ts';
import type { BenchSite, Visitor } from './site.ts';

const perVisitor = 40;

export async function addNotifications(
  { db }: BenchSite,
  visitors: readonly Visitor[],
  { actors, postIds }: { actors: readonly string[]; postIds: readonly string[] },
): Promise<void> {
  const from = Date.now() - perVisitor * 60_000;
  for (let n = 0; n < perVisitor; n++) {
    const at = new Date(from + n * 60_000);
    await db.query(
      `INSERT INTO notifications (uid, id, type, actor_uid, post_id, text_snippet, created_at, read_at)
       SELECT uid, id, 'like', actor, post, 'Qué partidazo anoche en la Bombonera', $5, $6
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS t (uid, id, actor, post)
       ON CONFLICT DO NOTHING`,
      [
        visitors.map(({ uid }) => uid),
        visitors.map(() => newId(at)),
        visitors.map((_, i) => actors[(i + n) % actors.length]),
        visitors.map((_, i) => postIds[(i + n) % postIds.length]),
        at,
        n % 2 === 0 ? at : null,
      ],
    );
  }
  await db.query('ANALYZE notifications');
}

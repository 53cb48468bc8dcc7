import { newId } from '../../server/src/kernel/ids.ts';
import type { Load } from '../load/load.ts';
import { get } from '../load/requests.ts';
import type { BenchSite, Visitor } from '../setting/site.ts';

export async function addCrowd(site: BenchSite, size: number, famousUid: string): Promise<Visitor[]> {
  const now = new Date();
  const uids = Array.from({ length: size }, () => newId(now));
  const values = [uids, uids.map((_, i) => `multitud${i}`)];
  await site.db.query(
    `INSERT INTO accounts (uid, email_lower, created_at)
     SELECT uid, handle || '@hinchada.example', now() FROM unnest($1::uuid[], $2::text[]) AS t (uid, handle)`,
    values,
  );
  await site.db.query(
    `INSERT INTO users (uid, display_name, handle, following_count, created_at, updated_at)
     SELECT uid, handle, handle, 1, now(), now() FROM unnest($1::uuid[], $2::text[]) AS t (uid, handle)`,
    values,
  );
  const edges = [uids, famousUid];
  await site.db.query(
    'INSERT INTO follows (follower, followee, created_at) SELECT uid, $2, now() FROM unnest($1::uuid[]) AS t (uid)',
    edges,
  );
  await site.db.query(
    'INSERT INTO followers (followee, follower, created_at) SELECT $2, uid, now() FROM unnest($1::uuid[]) AS t (uid)',
    edges,
  );
  await site.db.query(
    `UPDATE users SET followers_count = (SELECT count(*) FROM followers WHERE followee = $1) WHERE uid = $1`,
    [famousUid],
  );
  await site.db.query('ANALYZE users, follows, followers');
  return site.signIn(uids);
}

/** Each reads the feed once, as on any page that is open when a goal is scored. */
export async function openPages(site: BenchSite, load: Load, visitors: readonly Visitor[]): Promise<void> {
  await load.prepare(
    'open pages',
    visitors.map(({ cookie }) => get('getFeed', { tab: 'siguiendo' }, cookie)),
  );
  await load.run('open pages', { port: site.port, connections: 32, milliseconds: 'once' });
}

import type pg from 'pg';

import { firstId, lastId, newId } from '../../server/src/kernel/ids.ts';

/** Data of a session's request that the floor need not look up. */
export type PreparedRequest = {
  uid: string;
  postIds: readonly string[];
  people: readonly string[];
  target: string;
  body: Buffer;
};

type Floor = (ready: PreparedRequest, path: string) => Promise<unknown>;

const statements = {
  timeline:
    'SELECT entry_id, post_id, reposter_uid FROM timeline WHERE reader_uid = $1 AND entry_id < $2 ORDER BY entry_id DESC LIMIT 10',
  viewer: `SELECT post_id, 'like' AS kind FROM likes WHERE post_id = ANY($1::uuid[]) AND uid = $2
    UNION ALL SELECT post_id, 'repost' FROM reposts WHERE post_id = ANY($1::uuid[]) AND uid = $2
    UNION ALL SELECT post_id, option_id FROM poll_votes WHERE post_id = ANY($1::uuid[]) AND uid = $2`,
  comments: `SELECT id, post_id, uid, text, created_at, updated_at FROM comments
    WHERE post_id = $1 AND id > $2 ORDER BY id LIMIT 201`,
  answered: 'SELECT root_id FROM comments WHERE post_id = $1 AND id = $2',
  thread: `SELECT id, post_id, uid, text, created_at, updated_at FROM comments WHERE post_id = $1 AND id = $2
    UNION ALL (SELECT id, post_id, uid, text, created_at, updated_at FROM comments
      WHERE post_id = $1 AND root_id = $2 ORDER BY id LIMIT 200)`,
  follows: 'SELECT followee FROM follows WHERE follower = $1 AND followee = ANY($2::uuid[])',
  followees: 'SELECT followee FROM follows WHERE follower = $1 LIMIT 1001',
  followersAmong: `SELECT followee, count(*)::int AS count FROM followers
    WHERE followee = ANY($1::uuid[]) AND follower = ANY($2::uuid[]) GROUP BY followee`,
  authorPosts:
    'SELECT post_id FROM user_posts WHERE owner_uid = $1 AND post_id < $2 ORDER BY post_id DESC LIMIT 20',
  notifications: `SELECT id, type, actor_uid, text, post_id, link, text_snippet, created_at, read_at
    FROM notifications WHERE uid = $1 AND id < $2 ORDER BY id DESC LIMIT 21`,
  search: `SELECT uid, handle FROM users WHERE handle COLLATE "C" >= $1 AND handle COLLATE "C" < $2
    ORDER BY handle COLLATE "C" LIMIT 20`,
  searchNames: 'SELECT uid FROM users WHERE name_parts(name_folded) @@ $1::tsquery LIMIT 20',
  unread: 'SELECT count(*) FROM notifications WHERE uid = $1 AND read_at IS NULL',
  like: 'INSERT INTO likes (post_id, uid, created_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING',
  unlike: 'DELETE FROM likes WHERE post_id = $1 AND uid = $2',
  hotLikes: `WITH marked AS (
      INSERT INTO likes (post_id, uid, created_at) SELECT $1, uid, now() FROM unnest($2::uuid[]) AS uid
      ON CONFLICT DO NOTHING RETURNING uid
    ) UPDATE post_counters SET likes = likes + (SELECT count(*)::int FROM marked) WHERE post_id = $1`,
  count: 'UPDATE post_counters SET likes = likes + $2 WHERE post_id = $1 RETURNING likes',
  post: `WITH post AS (
      INSERT INTO posts (id, owner_uid, text, created_at, updated_at) VALUES ($1, $2, $3, now(), now())
    ), summary AS (
      INSERT INTO post_summaries (id, owner_uid, text, created_at) VALUES ($1, $2, $3, now())
    ) INSERT INTO post_counters (post_id) VALUES ($1)`,
  authorPost: `WITH listed AS (INSERT INTO user_posts (owner_uid, post_id) VALUES ($1, $2)), own AS (
      INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid) VALUES ($1, $2, $2, $1)
    ) UPDATE users SET posts_count = posts_count + 1 WHERE uid = $1`,
} as const;

type StatementName = keyof typeof statements;

function run(db: pg.Pool | pg.PoolClient, name: StatementName, values: unknown[]): Promise<pg.QueryResult> {
  return db.query({ name, text: statements[name], values });
}

/** The minimal statements of each measured call. */
export const floors = {
  siguiendo: (pool): Floor => {
    return async ({ uid }) => {
      const { rows } = await run(pool, 'timeline', [uid, lastId]);
      return run(pool, 'viewer', [rows.map((row: { post_id: string }) => row.post_id), uid]);
    };
  },
  viewer: (pool): Floor => {
    return ({ uid, postIds }) => run(pool, 'viewer', [postIds, uid]);
  },
  suggestions: (pool): Floor => {
    return async ({ uid, people }) => {
      await run(pool, 'follows', [uid, people]);
      const { rows } = await run(pool, 'followees', [uid]);
      const followees = rows.map((row: { followee: string }) => row.followee);
      return run(pool, 'followersAmong', [people, followees]);
    };
  },
  comments: (pool): Floor => {
    return ({ postIds }) => run(pool, 'comments', [postIds[0], firstId]);
  },
  thread: (pool): Floor => {
    return async ({ postIds: [postId], target }) => {
      const { rows } = await run(pool, 'answered', [postId, target]);
      return run(pool, 'thread', [postId, (rows[0] as { root_id: string | null }).root_id ?? target]);
    };
  },
  profile: (pool): Floor => {
    return ({ uid, target }) => run(pool, 'follows', [uid, [target]]);
  },
  profilePosts: (pool): Floor => {
    return async ({ uid, target }) => {
      const { rows } = await run(pool, 'authorPosts', [target, lastId]);
      return run(pool, 'viewer', [rows.map((row: { post_id: string }) => row.post_id), uid]);
    };
  },
  search: (pool): Floor => {
    return ({ target }) =>
      Promise.all([
        run(pool, 'search', [target, `${target}\u{10FFFF}`]),
        run(pool, 'searchNames', [`${target.replace(/\W/g, '').slice(0, 8)}:*`]),
      ]);
  },
  notifications: (pool): Floor => {
    return ({ uid }) => Promise.all([run(pool, 'notifications', [uid, lastId]), run(pool, 'unread', [uid])]);
  },
  like: (pool): Floor => {
    return ({ uid, postIds }, path) =>
      inTransaction(pool, async (client) => {
        const [postId] = postIds;
        const likes = path.endsWith('/likePost');
        const { rowCount } = await run(client, likes ? 'like' : 'unlike', [postId, uid]);
        await run(client, 'count', [postId, likes ? rowCount : -(rowCount ?? 0)]);
      });
  },
  hotLikes: (pool): Floor => {
    let waiting: { uid: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
    let isRunning = false;
    const write = async (postId: string | undefined) => {
      isRunning = true;
      while (waiting.length > 0) {
        const group = waiting;
        waiting = [];
        const uids = group.map(({ uid }) => uid);
        await run(pool, 'hotLikes', [postId, uids]).then(
          () => group.forEach(({ resolve }) => resolve()),
          (error: unknown) => group.forEach(({ reject }) => reject(error)),
        );
      }
      isRunning = false;
    };
    return ({ uid, postIds }) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ uid, resolve, reject });
        if (!isRunning) void write(postIds[0]);
      });
  },
  publish: (pool): Floor => {
    return ({ uid }) =>
      inTransaction(pool, async (client) => {
        const id = newId(new Date());
        await run(client, 'post', [id, uid, 'Publicación de la medición']);
        await run(client, 'authorPost', [uid, id]);
      });
  },
} satisfies Record<string, (pool: pg.Pool) => Floor>;

export type FloorName = keyof typeof floors;

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

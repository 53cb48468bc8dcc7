import type { FloorName, PreparedRequest } from './limits/floors.ts';
import { get, post } from './load/requests.ts';
import type { BenchSite, Visitor } from './setting/site.ts';

export type Scenario = {
  readonly name: string;
  readonly floor: FloorName;
  /** A share of the floor's requests per second. */
  readonly goal: number;
  /** A share of the requests per second of bare `node:http` with the same bytes. */
  readonly bareGoal?: number;
  /** One request of a visitor, or several in order. */
  readonly requests: (visitor: Visitor, i: number, site: Targets) => string[];
  readonly target?: (i: number, site: Targets) => Partial<Pick<PreparedRequest, 'postIds' | 'target'>>;
  /** The floor looks up the posts of the answer. */
  readonly pageOfPosts?: boolean;
  /** The floor looks up the people of the answer. */
  readonly pageOfPeople?: boolean;
  /** The jobs must finish before the next measurement. */
  readonly leavesJobs?: boolean;
};

export type Targets = {
  recentPosts: string[];
  commentedPosts: string[];
  replies: { postId: string; commentId: string }[];
  knownPeople: string[];
  searches: string[];
  topic: string;
};

const at = (list: readonly string[], i: number) => list[i % list.length] ?? '';

const replyAt = (replies: Targets['replies'], i: number) =>
  replies[i % replies.length] ?? { postId: '', commentId: '' };

const targetsEach = 32;
const betweenTargets = 37;

/** Many targets per visitor, so that a visitor hardly ever requests the same one twice. */
function varied(i: number, request: (i: number) => string): string[] {
  return Array.from({ length: targetsEach }, (_, n) => request(i + (targetsEach - 1 - n) * betweenTargets));
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'Siguiendo',
    floor: 'siguiendo',
    goal: 1.5,
    bareGoal: 0.6,
    requests: ({ cookie }) => [get('getFeed', { tab: 'siguiendo' }, cookie)],
  },
  {
    name: 'Para vos',
    floor: 'viewer',
    goal: 1.2,
    bareGoal: 0.6,
    requests: ({ cookie }) => [get('getFeed', { tab: 'paraVos' }, cookie)],
    pageOfPosts: true,
  },
  {
    name: 'Para vos of a club',
    floor: 'viewer',
    goal: 0.8,
    requests: ({ cookie }) => [get('getFeed', { tab: 'paraVos', club: 'boca' }, cookie)],
    pageOfPosts: true,
  },
  {
    name: 'getClubPosts',
    floor: 'viewer',
    goal: 0.8,
    requests: ({ cookie }) => [get('getClubPosts', { slug: 'boca' }, cookie)],
    pageOfPosts: true,
  },
  {
    name: 'getTag',
    floor: 'viewer',
    goal: 0.8,
    requests: ({ cookie }, _i, { topic }) => [get('getTag', { tag: topic }, cookie)],
    pageOfPosts: true,
  },
  {
    name: 'getHotPosts',
    floor: 'viewer',
    goal: 0.8,
    requests: ({ cookie }) => [get('getHotPosts', {}, cookie)],
    pageOfPosts: true,
  },
  {
    name: 'getSuggestedPeople',
    floor: 'suggestions',
    goal: 0.6,
    requests: ({ cookie }) => [get('getSuggestedPeople', {}, cookie)],
    pageOfPeople: true,
  },
  {
    name: 'getPost',
    floor: 'viewer',
    goal: 1.2,
    bareGoal: 0.5,
    requests: ({ cookie }, i, { recentPosts }) =>
      varied(i, (n) => get('getPost', { postId: at(recentPosts, n) }, cookie)),
    target: (i, { recentPosts }) => ({ postIds: [at(recentPosts, i)] }),
  },
  {
    name: 'getComments',
    floor: 'comments',
    goal: 1.2,
    bareGoal: 0.5,
    requests: ({ cookie }, i, { commentedPosts }) =>
      varied(i, (n) => get('getComments', { postId: at(commentedPosts, n) }, cookie)),
    target: (i, { commentedPosts }) => ({ postIds: [at(commentedPosts, i)] }),
  },
  {
    name: 'getCommentThread',
    floor: 'thread',
    goal: 1.2,
    bareGoal: 0.5,
    requests: ({ cookie }, i, { replies }) =>
      varied(i, (n) => get('getCommentThread', replyAt(replies, n), cookie)),
    target: (i, { replies }) => {
      const { postId, commentId } = replyAt(replies, i);
      return { postIds: [postId], target: commentId };
    },
  },
  {
    name: 'getProfile',
    floor: 'profile',
    goal: 1.2,
    bareGoal: 0.5,
    requests: ({ cookie }, i, { knownPeople }) =>
      varied(i, (n) => get('getProfile', { uid: at(knownPeople, n) }, cookie)),
    target: (i, { knownPeople }) => ({ target: at(knownPeople, i) }),
  },
  {
    name: 'getProfilePosts',
    floor: 'profilePosts',
    goal: 1.2,
    bareGoal: 0.5,
    requests: ({ cookie }, i, { knownPeople }) =>
      varied(i, (n) => get('getProfilePosts', { uid: at(knownPeople, n) }, cookie)),
    target: (i, { knownPeople }) => ({ target: at(knownPeople, i) }),
  },
  {
    name: 'searchUsers',
    floor: 'search',
    goal: 1.2,
    bareGoal: 0.25,
    requests: ({ cookie }, i, { searches }) =>
      varied(i, (n) => get('searchUsers', { q: at(searches, n) }, cookie)),
    target: (i, { searches }) => ({ target: at(searches, i) }),
  },
  {
    name: 'getNotifications',
    floor: 'notifications',
    goal: 1.2,
    bareGoal: 0.5,
    requests: ({ cookie }) => [get('getNotifications', {}, cookie)],
  },
  {
    name: 'getNotifications grouped',
    floor: 'notifications',
    goal: 1.2,
    bareGoal: 0.5,
    requests: ({ cookie }) => [get('getNotifications', { grouped: 'true' }, cookie)],
  },
  {
    name: 'like/unlike',
    floor: 'like',
    goal: 0.9,
    requests: ({ cookie }, i, { recentPosts }) => {
      const postId = at(recentPosts, i);
      return [post('likePost', { postId }, cookie), post('unlikePost', { postId }, cookie)];
    },
    target: (i, { recentPosts }) => ({ postIds: [at(recentPosts, i)] }),
  },
  {
    name: 'publish',
    floor: 'publish',
    goal: 0.5,
    requests: ({ cookie }) => [post('publishPost', { text: 'Publicación de la medición' }, cookie)],
    leavesJobs: true,
  },
];

export async function findTargets({ db }: BenchSite, count: number): Promise<Targets> {
  const ids = async (sql: string) => (await db.query<{ id: string }>(sql, [count])).rows.map((row) => row.id);
  const { rows } = await db.query<{ tag: string }>(
    'SELECT tag FROM tag_posts GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 1',
  );
  const { rows: people } = await db.query<{ handle: string; name: string }>(
    'SELECT handle, name_folded AS name FROM users WHERE NOT official ORDER BY followers_count DESC LIMIT $1',
    [count],
  );
  const { rows: replies } = await db.query<Targets['replies'][number]>(
    `SELECT post_id AS "postId", id AS "commentId" FROM comments
     WHERE root_id IS NOT NULL AND deleted_at IS NULL ORDER BY id DESC LIMIT $1`,
    [count],
  );
  return {
    topic: rows[0]?.tag ?? '',
    searches: people.map(({ handle, name }, i) =>
      i % 2 === 0 ? handle.slice(0, 3 + (i % 3)) : (name.split(' ').at(i % 4 === 1 ? 0 : -1) ?? ''),
    ),
    recentPosts: await ids('SELECT id FROM posts ORDER BY id DESC LIMIT $1'),
    commentedPosts: await ids(
      'SELECT post_id AS id FROM post_counters WHERE comments BETWEEN 1 AND 50 ORDER BY post_id DESC LIMIT $1',
    ),
    replies,
    knownPeople: await ids(
      'SELECT uid AS id FROM users WHERE NOT official ORDER BY followers_count DESC LIMIT $1',
    ),
  };
}

/** By cookie: the site's answers, which the floor and the bare server repeat. */
export async function prepareAnswers(
  scenario: Scenario,
  site: BenchSite,
  visitors: readonly Visitor[],
  targets: Targets,
): Promise<Map<string, PreparedRequest>> {
  const answers = new Map<string, PreparedRequest>();
  const queue = visitors.entries();
  const askRest = async () => {
    for (const [i, visitor] of queue) await askOne(i, visitor);
  };
  const askOne = async (i: number, visitor: Visitor) => {
    const [request = ''] = scenario.requests(visitor, i, targets).slice(-1);
    const text = await site.ask(request);
    const { items } = JSON.parse(text) as { items?: { id: string; profile?: { uid: string } }[] };
    const postIds = scenario.pageOfPosts ? (items ?? []).map((item) => item.id) : [];
    const people = scenario.pageOfPeople ? (items ?? []).flatMap((item) => item.profile?.uid ?? []) : [];
    const subject = { postIds, people, target: '', ...scenario.target?.(i, targets) };
    answers.set(visitor.cookie, { uid: visitor.uid, ...subject, body: Buffer.from(text) });
  };
  await Promise.all(Array.from({ length: 16 }, askRest));
  return answers;
}

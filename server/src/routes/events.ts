import type { FastifyInstance } from 'fastify';

import { Problem } from '../../../contract/src/problem.ts';
import { notificationsOf, unreadCount } from '../views/notifications.ts';
import { pollView } from '../views/polls.ts';
import { type Unwanted, unwantedOf } from '../views/unwanted.ts';
import { addressOf, countStream } from './rate-limits.ts';
import type { Site } from './route.ts';
import { callHeaders } from './security-headers.ts';
import { sessionOf } from './session-cookie.ts';

/**
 * `GET /api/events`: what happens, as it happens. `post-created` { postId, ownerUid }, `post-deleted` { postId },
 * `poll-changed` { postId, poll }, `notification` { unread, notification? }, `session-ended` {}. When very much is
 * published, `posts-created` { count } stands for the rest. Posts of who is suspended are told as deleted: they leave the
 * pages, and come back with what is read after the suspension is lifted. `resync` {}: something was missed, read anew.
 */
export function registerEvents(app: FastifyInstance, site: Site): void {
  app.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    const session = await sessionOf(site, request);
    const user = session && (await site.reads.profiles.get(session.uid));
    if (!session || !user || user.hidden) throw new Problem('unauthenticated');
    countStream(site.limiter, session.uid);
    const owner = { ...session, address: addressOf(request) };
    if (!site.streams.hasRoomFor(owner)) {
      throw new Problem('resource-exhausted', undefined, { retryAfter: 30 });
    }
    const last = request.headers['last-event-id'];
    reply.hijack();
    reply.raw.writeHead(200, {
      ...callHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      // A proxy that gathers answers before it sends them would hold every event back.
      'x-accel-buffering': 'no',
    });
    site.streams.open(reply.raw, owner, typeof last === 'string' ? last : null);
    // Ended while its stream was about to open, it was not known yet whose stream that is.
    if (!(await sessionOf(site, request))) site.streams.end(session, 'session-ended');
  });
}

const createdPerSecond = 20;
const pollsPerSecond = 20;
const secondMs = 1_000;
const notifyMs = 200;

/** Tells the open pages what the server's parts tell each other. */
export function tellPages({ streams, reads, writes }: Tellers): void {
  const { bus } = writes;
  tellPosts({ streams, reads, writes });

  // Votes on one poll within a second are told as one.
  const polls = new Gathering<string, true>(secondMs, (changed) => {
    for (const [postId] of [...changed].slice(0, pollsPerSecond)) {
      const post = reads.posts.peek(postId);
      const poll = post && pollView(post);
      if (poll) streams.toAll('poll-changed', { postId, poll });
    }
  });
  bus.on('reaction-changed', ({ postId, vote }) => {
    if (vote) polls.add(postId, true);
  });

  // A crowd that likes at once makes a few events of a person, not thousands.
  const news = new Gathering<string, readonly string[]>(notifyMs, (byUser) => {
    for (const [uid, ids] of byUser) void tellUser(uid, ids).catch(() => streams.skip(uid));
  });
  bus.on('notified', ({ uid, ids }) => {
    if (streams.has(uid)) news.add(uid, ids, (before) => [...before, ...ids].slice(-1));
    else streams.skip(uid);
  });
  bus.on('notifications-read', ({ uid }) => {
    if (streams.has(uid)) news.add(uid, [], (before) => before);
    else streams.skip(uid);
  });

  // Who is not reached reads it with the next list: a notification is stored before it is told.
  async function tellUser(uid: string, ids: readonly string[]): Promise<void> {
    const [unread, [notification]] = await Promise.all([
      unreadCount(reads, uid),
      ids.length === 0 ? [] : notificationsOf(reads, uid, ids),
    ]);
    streams.toUser(uid, 'notification', { unread, ...(notification && { notification }) });
  }

  bus.on('sessions-ended', (ended) => streams.end(ended, 'session-ended'));
}

type Tellers = Pick<Site, 'streams' | 'reads' | 'writes'>;

function tellPosts({ streams, reads, writes: { bus } }: Tellers): void {
  let told = 0;
  const rest = new Gathering<'rest', number>(secondMs, (counts) => {
    told = 0;
    const count = counts.get('rest') ?? 0;
    if (count > 0) streams.toAll('posts-created', { count });
  });
  bus.on('post-created', ({ postId, ownerUid }) => {
    const isFew = told++ < createdPerSecond;
    if (isFew) tell(postId, ownerUid);
    const more = isFew ? 0 : 1;
    rest.add('rest', more, (before) => before + more);
  });
  bus.on('post-deleted', ({ postId }) => streams.toAll('post-deleted', { postId }));
  bus.on('posts-hidden', ({ postIds }) => {
    for (const postId of postIds) streams.toAll('post-deleted', { postId });
  });

  // Whom a block keeps apart from the author is not told. Who muted the author looks and finds nothing new.
  function tell(postId: string, ownerUid: string): void {
    const send = ({ blocks, blockedBy }: Unwanted) =>
      streams.toAll('post-created', { postId, ownerUid }, eitherOf(blocks, blockedBy));
    const known = reads.unwanted.peek(ownerUid)?.all;
    if (known) send(known);
    else void unwantedOf(reads, ownerUid, streams.users()).then(send, () => undefined);
  }
}

function eitherOf(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> | null {
  return a.size + b.size === 0 ? null : a.union(b);
}

/** Gathers what comes within some time, by key, and hands it on together. */
class Gathering<K, V> {
  readonly #waitMs: number;
  readonly #handOn: (gathered: Map<K, V>) => void;
  #gathered = new Map<K, V>();

  constructor(waitMs: number, handOn: (gathered: Map<K, V>) => void) {
    this.#waitMs = waitMs;
    this.#handOn = handOn;
  }

  add(key: K, value: V, join: (before: V) => V = () => value): void {
    if (this.#gathered.size === 0) setTimeout(() => this.#hand(), this.#waitMs).unref();
    const before = this.#gathered.get(key);
    this.#gathered.set(key, before === undefined ? value : join(before));
  }

  #hand(): void {
    const gathered = this.#gathered;
    this.#gathered = new Map();
    this.#handOn(gathered);
  }
}

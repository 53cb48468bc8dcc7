import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

import { type LiveEvent, type LiveEventName, liveEvents } from '../../../../contract/src/calls/events.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { addressOf, countStream } from '../../http/rate-limits.ts';
import { callHeaders } from '../../http/security-headers.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { NotificationReads } from '../../notifications/views/notification-reads.ts';
import { notificationsOf, unreadCount } from '../../notifications/views/notifications.ts';
import type { EventStreams } from '../../platform/concurrency/event-streams.ts';
import type { RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import { pollView } from '../../posts/views/polls.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';
import type { SessionCookies } from '../../sessions/session-cookie.ts';
import { sessionOf } from '../../sessions/session-cookie.ts';
import type { PostSubject } from '../views/event-audience.ts';

type Needs = SessionCookies & {
  streams: EventStreams<PostSubject>;
  reads: PostReads & NotificationReads;
  limiter: RateLimiter;
};

/** `GET /api/events`: what happens, as it happens, by the shapes of the contract (calls/events.ts). */
export function registerEvents(app: FastifyInstance, site: Needs): void {
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
    await site.streams.open(reply.raw, owner, typeof last === 'string' ? last : null);
    // Ended while its stream was about to open, it was not known yet whose stream that is.
    if (!(await sessionOf(site, request))) site.streams.end(session, 'session-ended');
  });
}

const createdPerSecond = 20;
const pollsPerSecond = 20;
const secondMs = 1_000;
const notifyMs = 200;

// The contract's schemas make the JSON, so nothing is sent that they do not name.
const texts = Object.fromEntries(
  Object.entries(liveEvents).map(([name, { data }]) => [name, fastJson(data as object)]),
) as { [Name in LiveEventName]: (data: LiveEvent<Name>) => string };

type Streams = EventStreams<PostSubject>;

// Everything that goes to all names the post that it tells of: who may see that decides who is told.
function tellAll<Name extends LiveEventName>(
  streams: Streams,
  name: Name,
  data: LiveEvent<Name>,
  subject: PostSubject | null,
): void {
  streams.toAll(name, texts[name](data), subject);
}

/** Tells the open pages what the server's parts tell each other. */
export function tellPages({ streams, reads, bus }: Tellers): void {
  tellPosts({ streams, bus });

  // Votes on one poll within a second are told as one.
  const polls = new Gathering<string, true>(secondMs, (changed) => {
    for (const [postId] of [...changed].slice(0, pollsPerSecond)) {
      const post = reads.posts.peek(postId);
      const poll = post && pollView(post);
      if (!poll) continue;
      const subject = { postId, ownerUid: post.fields.ownerUid, gone: false };
      tellAll(streams, 'poll-changed', { postId, poll }, subject);
    }
  });
  bus.on('poll-voted', ({ postId }) => polls.add(postId, true));

  // A crowd that likes at once makes a few events of a person, not thousands.
  const news = new Gathering<string, readonly string[]>(notifyMs, (byUser) => {
    for (const [uid, ids] of byUser) void tellUser(uid, ids).catch(() => streams.skip(uid));
  });
  bus.on('notified', ({ uid, ids }) => {
    if (streams.has(uid)) news.add(uid, ids, (before) => [...before, ...ids].slice(-1));
    else streams.skip(uid);
  });
  const recount = (uids: readonly string[]) => {
    for (const uid of uids)
      if (streams.has(uid)) news.add(uid, [], (before) => before);
      else streams.skip(uid);
  };
  bus.on('notifications-changed', ({ uids }) => recount(uids));
  // Blocks and mutes change the unread count.
  bus.on('block-changed', ({ uids }) => recount(uids));
  bus.on('mutes-changed', ({ uids }) => recount(uids));

  // Who is not reached reads it with the next list: a notification is stored before it is told.
  async function tellUser(uid: string, ids: readonly string[]): Promise<void> {
    const [unread, [notification]] = await Promise.all([
      unreadCount(reads, uid),
      ids.length === 0 ? [] : notificationsOf(reads, uid, ids),
    ]);
    const data = { unread, ...(notification && { notification }) };
    // By the time that somebody comes back its actor may have another name, or be blocked.
    streams.toUser(uid, 'notification', texts.notification(data), { once: notification !== undefined });
  }

  bus.on('sessions-ended', (ended) => {
    if ('uid' in ended) streams.end(ended, 'session-ended');
    else for (const tokenHash of ended.tokenHashes) streams.end({ tokenHash }, 'session-ended');
  });
}

type Tellers = Pick<Needs, 'streams' | 'reads'> & { bus: Bus };

function tellPosts({ streams, bus }: Omit<Tellers, 'reads'>): void {
  let told = 0;
  const rest = new Gathering<'rest', number>(secondMs, (counts) => {
    told = 0;
    const count = counts.get('rest') ?? 0;
    if (count > 0) tellAll(streams, 'posts-created', { count }, null);
  });
  bus.on('post-published', ({ postId, ownerUid }) => {
    const isFew = told++ < createdPerSecond;
    // Who muted the author looks and finds nothing new.
    if (isFew) tellAll(streams, 'post-created', { postId, ownerUid }, { postId, ownerUid, gone: false });
    const more = isFew ? 0 : 1;
    rest.add('rest', more, (before) => before + more);
  });
  const tellGone = (postId: string, ownerUid: string) =>
    tellAll(streams, 'post-deleted', { postId }, { postId, ownerUid, gone: true });
  bus.on('post-deleted', ({ postId, ownerUid }) => tellGone(postId, ownerUid));
  bus.on('account-hidden', ({ postIds, uid }) => {
    for (const postId of postIds) tellGone(postId, uid);
  });
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

import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { type LiveEvent, type LiveEventName, liveEvents } from '../../../../contract/src/calls/events.ts';
import type { Feature } from '../../../../contract/src/features.ts';
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
import { sessionOf, type SessionCookies } from '../../sessions/session-cookie.ts';
import { SessionCheck, type SessionCheckParts } from '../actions/session-check.ts';
import type { PostSubject } from '../views/event-audience.ts';

type Needs = SessionCookies & {
  streams: EventStreams<PostSubject>;
  reads: PostReads & NotificationReads;
  limiter: RateLimiter;
};

export function registerEvents(app: FastifyInstance, site: Needs): void {
  app.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    const session = await sessionOf(site, request);
    const user = session && (await site.reads.profiles.get(session.uid));
    if (!session || !user || user.hidden) throw new Problem('unauthenticated');
    await countStream(site.limiter, session.uid);
    const owner = { ...session, address: addressOf(request) };
    if (!site.streams.hasRoomFor(owner)) {
      throw new Problem('resource-exhausted', undefined, { retryAfter: 30 });
    }
    const last = request.headers['last-event-id'];
    reply.hijack();
    // Not in chunks (see OpenStreams): the stream ends with its connection.
    reply.raw.removeHeader('transfer-encoding');
    reply.raw.writeHead(200, {
      ...callHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      // This header stops proxies from buffering events.
      'x-accel-buffering': 'no',
    });
    await site.streams.open(reply.raw, owner, typeof last === 'string' ? last : null);
    // The session may have ended while the stream was opening.
    const { tokenHash } = session;
    if (!(await sessionOf(site, request))) site.streams.end({ tokenHashes: [tokenHash] }, 'session-ended');
  });
}

const createdAtOnce = 20;
const createdMs = 750;
// After such a batch, posts are only counted for this long: a little longer than a batch, so that no single events
// come between two batches of one burst.
const countMs = 900;
const pollsPerSecond = 20;
const secondMs = 1_000;
const notifyMs = 200;

// The contract's schemas guard against leaks: fields that they do not name are not sent.
const texts = Object.fromEntries(
  Object.entries(liveEvents).map(([name, { data }]) => [name, fastJson(data as object)]),
) as { [Name in LiveEventName]: (data: LiveEvent<Name>) => string };

type Streams = EventStreams<PostSubject>;

// The subject's visibility decides who receives the event.
function sendToAll<Name extends LiveEventName>(
  streams: Streams,
  name: Name,
  data: LiveEvent<Name>,
  subject: PostSubject | null,
): void {
  streams.toAll(name, texts[name](data), subject);
}

export function sendEventsToPages({ streams, reads, bus, features, writes, log }: EventSources): void {
  sendPostEvents({ streams, bus, features });

  // Throttled: votes on one poll within a second become one event.
  const polls = new Batcher<string, true>(secondMs, (batch) => {
    for (const [postId] of [...batch].slice(0, pollsPerSecond))
      void sendPoll(postId).catch((err: unknown) => log.warn({ err }, 'open pages were not told of votes'));
  });
  // The vote may have been given in another process, and the post not been read in this one.
  async function sendPoll(postId: string): Promise<void> {
    const post = await reads.posts.get(postId);
    const poll = post && pollView(post);
    if (!poll) return;
    const subject = { postId, ownerUid: post.fields.ownerUid, deleted: false };
    sendToAll(streams, 'poll-changed', { postId, poll }, subject);
  }
  bus.on('poll-voted', ({ postId }) => polls.add(postId, true));

  // Throttled: a burst of likes becomes a few events per user, not thousands.
  const notifications = new Batcher<string, readonly string[]>(notifyMs, (byUser) => {
    for (const [uid, ids] of byUser) void notifyUser(uid, ids).catch(() => streams.skip(uid));
  });
  bus.on('notified', ({ uid, ids }) => {
    if (streams.has(uid)) notifications.add(uid, ids, (before) => [...before, ...ids].slice(-1));
    else streams.skip(uid);
  });
  const recount = (uids: readonly string[]) => {
    for (const uid of uids)
      if (streams.has(uid)) notifications.add(uid, [], (before) => before);
      else streams.skip(uid);
  };
  bus.on('notifications-changed', ({ uids }) => recount(uids));
  bus.on('block-changed', ({ uids }) => recount(uids));
  bus.on('mutes-changed', ({ uids }) => recount(uids));

  // A lost event does no harm: the notification is stored and shows in the next list.
  async function notifyUser(uid: string, ids: readonly string[]): Promise<void> {
    const [unread, [notification]] = await Promise.all([
      unreadCount(reads, uid),
      ids.length === 0 ? [] : notificationsOf(reads, uid, ids),
    ]);
    const data = { unread, ...(notification && { notification }) };
    // The actor may be renamed or blocked by the time a client reconnects, so the event is not replayed.
    streams.toUser(uid, 'notification', texts.notification(data), { once: notification !== undefined });
  }

  bus.on('everything-changed', () => streams.resync());
  bus.on('sessions-ended', (sessions) => streams.end(sessions, 'session-ended'));
  // The fact of a session's end may be lost.
  const sessionCheck = new SessionCheck({ writes, streams, log });
  bus.onClear(() => sessionCheck.request());
}

type EventSources = Pick<Needs, 'streams' | 'reads'> &
  Pick<SessionCheckParts, 'writes'> & { bus: Bus; features: readonly Feature[]; log: Logger };

function sendPostEvents({
  streams,
  bus,
  features,
}: Pick<EventSources, 'streams' | 'bus' | 'features'>): void {
  const [showsClubs, showsTopics] = [features.includes('cuadros'), features.includes('temas')];
  let singles = 0;
  let countsUntil = 0;
  const counts = new Batcher<'posts', number>(createdMs, (batch) => {
    const count = batch.get('posts') ?? 0;
    if (singles + count > createdAtOnce) countsUntil = performance.now() + countMs;
    singles = 0;
    if (count > 0) sendToAll(streams, 'posts-created', { count }, null);
  });
  bus.on('post-published', ({ postId, ownerUid, club, tags }) => {
    // In a burst, all pages get one small event per batch.
    const isCounted = performance.now() < countsUntil || singles === createdAtOnce;
    // Viewers who muted the author get it too: their feed simply finds nothing new.
    if (!isCounted) {
      singles++;
      const data = {
        postId,
        ownerUid,
        ...(showsClubs && club !== undefined && { club }),
        ...(showsTopics && tags && { tags: [...tags] }),
      };
      sendToAll(streams, 'post-created', data, { ...data, deleted: false });
    }
    const more = isCounted ? 1 : 0;
    counts.add('posts', more, (before) => before + more);
  });
  const sendDeletion = (postId: string, ownerUid: string) =>
    sendToAll(streams, 'post-deleted', { postId }, { postId, ownerUid, deleted: true });
  bus.on('post-deleted', ({ postId, ownerUid }) => sendDeletion(postId, ownerUid));
  bus.on('account-hidden', ({ postIds, uid }) => {
    for (const postId of postIds) sendDeletion(postId, uid);
  });
}

class Batcher<K, V> {
  readonly #waitMs: number;
  readonly #onBatch: (batch: Map<K, V>) => void;
  #batch = new Map<K, V>();

  constructor(waitMs: number, onBatch: (batch: Map<K, V>) => void) {
    this.#waitMs = waitMs;
    this.#onBatch = onBatch;
  }

  add(key: K, value: V, join: (before: V) => V = () => value): void {
    if (this.#batch.size === 0) setTimeout(() => this.#flush(), this.#waitMs).unref();
    const before = this.#batch.get(key);
    this.#batch.set(key, before === undefined ? value : join(before));
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = new Map();
    this.#onBatch(batch);
  }
}

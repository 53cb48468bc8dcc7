import type { Bus } from '../../kernel/bus.ts';
import { countJobs } from '../../kernel/store/jobs.ts';
import type { NotificationReads } from '../../notifications/views/notification-reads.ts';
import type { Pool } from '../../platform/database.ts';
import type { EventStreams } from '../../platform/event-streams.ts';
import { labelled, type Metric, metricsText, single } from '../../platform/metrics.ts';
import { watchProcess } from '../../platform/process-metrics.ts';
import type { PushSender } from '../../platform/push-sender.ts';
import { type RouteStats, trafficMetrics } from '../../platform/traffic.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';

type Streams = Pick<EventStreams, 'size' | 'counts'>;

export type MetricSources = {
  db: Pool;
  bus: Bus;
  reads: PostReads & NotificationReads;
  streams: Streams;
  push: PushSender | null;
  routes: ReadonlyMap<string, RouteStats>;
};

/** What the site tells of itself to a monitoring system. */
export function siteMetrics(sources: MetricSources): { text: () => Promise<string>; stop: () => void } {
  const { db, reads, streams, push, routes } = sources;
  const deeds = countDeeds(sources.bus);
  const process = watchProcess();
  const text = async () =>
    metricsText([
      ...trafficMetrics(routes.values()),
      labelled('counter', 'tablon_deeds_total', 'What people did, by kind.', 'kind', deeds),
      ...cacheMetrics(reads),
      ...streamMetrics(streams),
      labelled(
        'counter',
        'tablon_push_messages_total',
        'Messages to push services, by outcome.',
        'outcome',
        push?.counts ?? {},
      ),
      ...poolMetrics(db),
      ...(await databaseMetrics(db)),
      ...process.metrics(),
    ]);
  return { text, stop: process.stop };
}

function countDeeds(bus: Bus): Record<string, number> {
  const deeds = { post: 0, like: 0, repost: 0, save: 0, vote: 0 };
  bus.on('post-published', () => deeds.post++);
  bus.on('post-liked', ({ liked, uids }) => {
    if (liked) deeds.like += uids.length;
  });
  bus.on('post-reposted', ({ reposted }) => {
    if (reposted) deeds.repost++;
  });
  bus.on('post-saved', ({ saved }) => {
    if (saved) deeds.save++;
  });
  bus.on('poll-voted', () => deeds.vote++);
  return deeds;
}

function cacheMetrics({ posts, profiles, comments, notifications }: PostReads & NotificationReads): Metric[] {
  const caches = { posts, profiles, comments, notifications };
  const of = (part: 'hits' | 'misses' | 'size') =>
    Object.fromEntries(Object.entries(caches).map(([name, cache]) => [name, cache.stats[part]]));
  return [
    labelled('counter', 'tablon_cache_hits_total', 'Look-ups that a cache answered.', 'cache', of('hits')),
    labelled('counter', 'tablon_cache_misses_total', 'Look-ups that it did not.', 'cache', of('misses')),
    labelled('gauge', 'tablon_cache_entries', 'What a cache holds.', 'cache', of('size')),
  ];
}

function streamMetrics({ size, counts: { opened, dropped } }: Streams): Metric[] {
  return [
    single('gauge', 'tablon_event_streams', 'Pages that are told what happens.', size),
    single('counter', 'tablon_event_streams_opened_total', 'Streams that were opened.', opened),
    single(
      'counter',
      'tablon_event_streams_dropped_total',
      'Streams that were cut because nobody read them.',
      dropped,
    ),
  ];
}

function poolMetrics({ raw }: Pool): Metric[] {
  const idle = raw.idleCount;
  const connections = { idle, used: raw.totalCount - idle };
  return [
    labelled('gauge', 'tablon_database_connections', 'Connections of the pool.', 'state', connections),
    single('gauge', 'tablon_database_waiting', 'Work that waits for a connection.', raw.waitingCount),
  ];
}

// Without its database the site still tells the rest.
async function databaseMetrics(db: Pool): Promise<Metric[]> {
  const jobs = await countJobs(db).catch(() => null);
  const up = single('gauge', 'tablon_database_up', 'Whether the database answers.', jobs === null ? 0 : 1);
  if (jobs === null) return [up];
  const { oldestSeconds, ...counts } = jobs;
  return [
    up,
    labelled(
      'gauge',
      'tablon_jobs',
      'Jobs that are due, wait for their time, or were tried for the last time.',
      'state',
      counts,
    ),
    single('gauge', 'tablon_jobs_oldest_seconds', 'How long the oldest due job has waited.', oldestSeconds),
  ];
}

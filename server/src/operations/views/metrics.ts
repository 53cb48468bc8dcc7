import type { Registry } from 'prom-client';

import type { Bus } from '../../kernel/bus.ts';
import { countJobs } from '../../kernel/store/jobs.ts';
import type { NotificationReads } from '../../notifications/views/notification-reads.ts';
import type { EventStreams } from '../../platform/concurrency/event-streams.ts';
import type { Pool } from '../../platform/postgres/database.ts';
import type { PushSender } from '../../platform/push/push-sender.ts';
import { labelled, single } from '../../platform/telemetry/metrics.ts';
import { watchProcess } from '../../platform/telemetry/process-metrics.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';

type Streams = Pick<EventStreams, 'size' | 'counts'>;

export type MetricSources = {
  /** Holds the metrics of the traffic already. */
  registry: Registry;
  db: Pool;
  bus: Bus;
  reads: PostReads & NotificationReads;
  streams: Streams;
  push: PushSender | null;
};

/** What the site tells of itself to a monitoring system. */
export function siteMetrics(sources: MetricSources): { text: () => Promise<string>; stop: () => void } {
  const { registry, db, reads, streams, push } = sources;
  const deeds = countDeeds(sources.bus);
  labelled(registry, 'counter', 'tablon_deeds_total', 'What people did, by kind.', 'kind', () => deeds);
  cacheMetrics(registry, reads);
  streamMetrics(registry, streams);
  if (push) {
    labelled(
      registry,
      'counter',
      'tablon_push_messages_total',
      'Messages to push services, by outcome.',
      'outcome',
      () => push.counts,
    );
  }
  poolMetrics(registry, db);
  const readJobs = jobMetrics(registry, db);
  const { stop } = watchProcess(registry);
  const text = async () => {
    await readJobs();
    return registry.metrics();
  };
  return { text, stop };
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

function cacheMetrics(
  registry: Registry,
  { posts, profiles, comments, notifications }: PostReads & NotificationReads,
): void {
  const caches = { posts, profiles, comments, notifications };
  const of = (part: 'hits' | 'misses' | 'size') => () =>
    Object.fromEntries(Object.entries(caches).map(([name, cache]) => [name, cache.stats[part]]));
  const metric = (type: 'counter' | 'gauge', name: string, help: string, part: 'hits' | 'misses' | 'size') =>
    labelled(registry, type, name, help, 'cache', of(part));
  metric('counter', 'tablon_cache_hits_total', 'Look-ups that a cache answered.', 'hits');
  metric('counter', 'tablon_cache_misses_total', 'Look-ups that it did not.', 'misses');
  metric('gauge', 'tablon_cache_entries', 'What a cache holds.', 'size');
}

function streamMetrics(registry: Registry, streams: Streams): void {
  single(registry, 'gauge', 'tablon_event_streams', 'Pages that are told what happens.', () => streams.size);
  single(
    registry,
    'counter',
    'tablon_event_streams_opened_total',
    'Streams that were opened.',
    () => streams.counts.opened,
  );
  single(
    registry,
    'counter',
    'tablon_event_streams_dropped_total',
    'Streams that were cut because nobody read them.',
    () => streams.counts.dropped,
  );
}

function poolMetrics(registry: Registry, { raw }: Pool): void {
  labelled(registry, 'gauge', 'tablon_database_connections', 'Connections of the pool.', 'state', () => ({
    idle: raw.idleCount,
    used: raw.totalCount - raw.idleCount,
  }));
  single(
    registry,
    'gauge',
    'tablon_database_waiting',
    'Work that waits for a connection.',
    () => raw.waitingCount,
  );
}

/** @returns what counts the jobs; without its database the site still tells the rest */
function jobMetrics(registry: Registry, db: Pool): () => Promise<void> {
  let jobs: Awaited<ReturnType<typeof countJobs>> | null = null;
  single(registry, 'gauge', 'tablon_database_up', 'Whether the database answers.', () =>
    jobs === null ? 0 : 1,
  );
  labelled(
    registry,
    'gauge',
    'tablon_jobs',
    'Jobs that are due, wait for their time, or were tried for the last time.',
    'state',
    () => {
      if (jobs === null) return {};
      const { oldestSeconds: _, ...counts } = jobs;
      return counts;
    },
  );
  single(
    registry,
    'gauge',
    'tablon_jobs_oldest_seconds',
    'How long the oldest due job has waited.',
    () => jobs?.oldestSeconds ?? null,
  );
  return async () => {
    jobs = await countJobs(db).catch(() => null);
  };
}

import cluster from 'node:cluster';

import type { Registry } from 'prom-client';

import type { Bus } from '../../kernel/bus.ts';
import { countJobs } from '../../kernel/store/jobs.ts';
import type { NotificationReads } from '../../notifications/views/notification-reads.ts';
import type { DistributedRateLimiter } from '../../platform/concurrency/distributed-rate-limiter.ts';
import type { EventStreams } from '../../platform/concurrency/event-streams.ts';
import type { Pool } from '../../platform/postgres/database.ts';
import type { PushSender } from '../../platform/push/push-sender.ts';
import { clusterMetrics } from '../../platform/telemetry/cluster-metrics.ts';
import { registerByLabel, registerMetric } from '../../platform/telemetry/metrics.ts';
import { watchProcess } from '../../platform/telemetry/process-metrics.ts';
import type { PostReads } from '../../posts/views/post-reads.ts';

type Streams = Pick<EventStreams, 'size' | 'counts'>;

export type MetricSources = {
  registry: Registry;
  db: Pool;
  bus: Bus;
  /** Null: no other process serves the site. */
  link: { readonly isBlind: boolean } | null;
  reads: PostReads & NotificationReads;
  streams: Streams;
  push: PushSender | null;
  distributed: Pick<DistributedRateLimiter, 'localDecisions'> | null;
};

export function siteMetrics(sources: MetricSources): { text: () => Promise<string>; stop: () => void } {
  const { registry, db, link, reads, streams, push, distributed } = sources;
  const actions = countActions(sources.bus);
  registerByLabel(
    registry,
    'counter',
    'tablon_deeds_total',
    'Users’ actions, by kind.',
    'kind',
    () => actions,
  );
  cacheMetrics(registry, reads);
  streamMetrics(registry, streams);
  if (push) {
    registerByLabel(
      registry,
      'counter',
      'tablon_push_messages_total',
      'Messages to push services, by outcome.',
      'outcome',
      () => push.counts,
    );
  }
  if (distributed) {
    registerMetric(
      registry,
      'counter',
      'tablon_rate_limits_alone_total',
      'Rate limits decided without the other processes, which could not be reached.',
      () => distributed.localDecisions,
    );
  }
  poolMetrics(registry, db);
  jobMetrics(registry, db);
  if (link)
    registerMetric(
      registry,
      'gauge',
      'tablon_bus_blind',
      'Whether this process cannot hear another one of the site.',
      () => (link.isBlind ? 1 : 0),
    );
  const { stop } = watchProcess(registry);
  return { text: cluster.isWorker ? clusterMetrics(registry) : () => registry.metrics(), stop };
}

function countActions(bus: Bus): Record<string, number> {
  const actions = { post: 0, like: 0, repost: 0, save: 0, vote: 0 };
  bus.onOwn('post-published', () => actions.post++);
  bus.onOwn('post-liked', ({ liked, uids }) => {
    if (liked) actions.like += uids.length;
  });
  bus.onOwn('post-reposted', ({ reposted }) => {
    if (reposted) actions.repost++;
  });
  bus.onOwn('post-saved', ({ saved }) => {
    if (saved) actions.save++;
  });
  bus.onOwn('poll-voted', () => actions.vote++);
  return actions;
}

function cacheMetrics(
  registry: Registry,
  { posts, profiles, comments, notifications }: PostReads & NotificationReads,
): void {
  const caches = { posts, profiles, comments, notifications };
  const of = (part: 'hits' | 'misses' | 'size') => () =>
    Object.fromEntries(Object.entries(caches).map(([name, cache]) => [name, cache.stats[part]]));
  const metric = (type: 'counter' | 'gauge', name: string, help: string, part: 'hits' | 'misses' | 'size') =>
    registerByLabel(registry, type, name, help, 'cache', of(part));
  metric('counter', 'tablon_cache_hits_total', 'Cache hits.', 'hits');
  metric('counter', 'tablon_cache_misses_total', 'Cache misses.', 'misses');
  metric('gauge', 'tablon_cache_entries', 'Cache entries.', 'size');
}

function streamMetrics(registry: Registry, streams: Streams): void {
  registerMetric(registry, 'gauge', 'tablon_event_streams', 'Open event streams.', () => streams.size);
  registerMetric(
    registry,
    'counter',
    'tablon_event_streams_opened_total',
    'Event streams opened.',
    () => streams.counts.opens,
  );
  registerMetric(
    registry,
    'counter',
    'tablon_event_streams_dropped_total',
    'Event streams dropped because the client did not read.',
    () => streams.counts.drops,
  );
}

function poolMetrics(registry: Registry, { raw }: Pool): void {
  registerByLabel(
    registry,
    'gauge',
    'tablon_database_connections',
    'Connections of the pool.',
    'state',
    () => ({
      idle: raw.idleCount,
      used: raw.totalCount - raw.idleCount,
    }),
  );
  registerMetric(
    registry,
    'gauge',
    'tablon_database_waiting',
    'Requests waiting for a connection.',
    () => raw.waitingCount,
  );
}

/** Without the database the other metrics are still served. */
function jobMetrics(registry: Registry, db: Pool): void {
  let counting: Promise<Awaited<ReturnType<typeof countJobs>> | null> | undefined;
  // All metrics of one scrape share a query.
  const jobs = () =>
    (counting ??= countJobs(db)
      .catch(() => null)
      .finally(() => (counting = undefined)));
  registerMetric(
    registry,
    'gauge',
    'tablon_database_up',
    'Whether the database answers.',
    async () => ((await jobs()) === null ? 0 : 1),
    'min',
  );
  registerByLabel(
    registry,
    'gauge',
    'tablon_jobs',
    'Jobs that are due, scheduled, or finally failed.',
    'state',
    async () => {
      const { oldestSeconds: _, ...counts } = (await jobs()) ?? { oldestSeconds: 0 };
      return counts;
    },
    'max',
  );
  registerMetric(
    registry,
    'gauge',
    'tablon_jobs_oldest_seconds',
    'How long the oldest due job has waited.',
    async () => (await jobs())?.oldestSeconds ?? null,
    'max',
  );
}

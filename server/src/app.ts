import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';

import type { Feature } from '../../contract/src/features.ts';
import { Problem } from '../../contract/src/problem.ts';
import { normaliseEmail } from '../../contract/src/rules/email.ts';
import { ensureOfficialAccount, ensureSuperAdmin, mainHandle } from './accounts/actions/site-accounts.ts';
import { StoredRateLimiter } from './accounts/actions/stored-rate-limiter.ts';
import { googleCallback, registerGoogleCallback } from './accounts/routes/google.ts';
import { ensureClubs } from './clubs/actions/load-clubs.ts';
import { handlersOf } from './handlers.ts';
import { registerCalls } from './http/calls.ts';
import { DirectCalls } from './http/direct-calls.ts';
import { answerFailure } from './http/failures.ts';
import { registerHealth } from './http/health.ts';
import { createHttpServer } from './http/http-server.ts';
import { readShell, registerPage } from './http/page.ts';
import { answerUnknownMethod, refuseUnclearHost } from './http/request-form.ts';
import { watchRequests } from './http/watch.ts';
import { Bus } from './kernel/bus.ts';
import { createWrites, type Writes } from './kernel/writes.ts';
import { LinkPreviews } from './links/actions/link-previews.ts';
import { registerEvents, sendEventsToPages } from './live/routes/events.ts';
import { type PostSubject, excludedViewers } from './live/views/event-audience.ts';
import { registerMedia } from './media/routes/media.ts';
import { streamUploadBodies } from './media/routes/uploads.ts';
import { delivery } from './notifications/actions/notifications.ts';
import { PushQueue } from './notifications/actions/push-queue.ts';
import { type JobRunner, startJobs } from './operations/jobs/runner.ts';
import { registerMetrics } from './operations/routes/metrics.ts';
import { siteMetrics } from './operations/views/metrics.ts';
import { connectPeers, distributedLimiter, type PeerParts } from './peers.ts';
import { EventStreams } from './platform/concurrency/event-streams.ts';
import { InFlight } from './platform/concurrency/in-flight.ts';
import {
  MemoryRateLimiter,
  noRateLimits,
  noSharedRateLimits,
  type RateLimiter,
} from './platform/concurrency/rate-limiter.ts';
import type { FileStore } from './platform/files/files.ts';
import { mediaUrls } from './platform/files/media-urls.ts';
import type { Mailer } from './platform/outbound/mail.ts';
import { type OpenIdConfig, OpenIdProvider } from './platform/outbound/openid.ts';
import type { WebFetch } from './platform/outbound/web-fetch.ts';
import type { Pool } from './platform/postgres/database.ts';
import { oneAtATime } from './platform/postgres/start-lock.ts';
import type { PushSender } from './platform/push/push-sender.ts';
import { type HashPassword, hashPassword } from './platform/secrets/passwords.ts';
import { Signer } from './platform/secrets/signed.ts';
import { CommentLikes } from './posts/actions/comment-likes.ts';
import { Comments } from './posts/actions/comments.ts';
import { Likes } from './posts/actions/reactions.ts';
import { expectPosts } from './posts/views/post-cache.ts';
import { reactionRules } from './posts/views/posts.ts';
import { registerReading } from './reading/routes/pages.ts';
import { registerRobots } from './reading/routes/robots.ts';
import { registerSitemap } from './reading/routes/sitemap.ts';
import { readLook } from './reading/views/look.ts';
import { createReads } from './reads.ts';
import { Sessions } from './sessions/actions/sessions.ts';
import { admit, whileActive } from './sessions/admission.ts';
import { catchUp, rememberPlace } from './sessions/seen-cookie.ts';
import { cookieName } from './sessions/session-cookie.ts';
import { Publications } from './timeline/actions/publications.ts';
import { registerTopicPage } from './topics/routes/topic-page.ts';

/** `Config` (config.ts) documents the fields. */
export type AppConfig = {
  readonly publicUrl: string;
  readonly siteName: string;
  readonly mainUser: string | null;
  readonly superAdminEmail: string | null;
  readonly superAdminPassword: string | null;
  readonly sessionSecret: string;
  readonly mediaBaseUrl: string | null;
  readonly sharesFiles: boolean;
  readonly trustProxy: readonly string[];
  readonly rateLimits: boolean;
  readonly runsJobs: boolean;
  readonly metricsToken: string | null;
  readonly google: OpenIdConfig | null;
  readonly operator: { readonly name: string; readonly email: string; readonly address: string };
  readonly features: readonly Feature[];
};

export type AppParts = PeerParts & {
  config: AppConfig;
  files: FileStore;
  mailer: Mailer;
  web: WebFetch;
  push: PushSender | null;
  /** Prints a line for the operator, whatever LOG_LEVEL is. */
  say: (line: string) => void;
  now?: () => Date;
  /** The default is the product's own; tests pass a cheaper one. */
  hashPassword?: HashPassword;
  pageFolder?: string;
  /** The default is the product's own; tests begin these jobs themselves. */
  schedule?: string;
};

export type App = {
  http: FastifyInstance;
  jobs: JobRunner;
  /**
   * For this many ms, reports that it is not ready and sends pages to other processes, one after the other.
   */
  drain: (ms: number) => Promise<void>;
  close: () => Promise<void>;
};

export async function buildApp(parts: AppParts): Promise<App> {
  const { config, db, files, mailer, web, push, log, now = () => new Date() } = parts;
  const bus = new Bus();
  const inFlight = new InFlight();
  const { link, membership } = connectPeers(parts, bus, inFlight);
  await membership?.join();
  // The database decides when a job is due, and the clocks of several machines differ.
  const databaseNow = membership && (() => new Date(membership.clock()));
  const pushQueue = new PushQueue({ bus, now: parts.now ?? databaseNow ?? now });
  const writes = createWrites({ db, bus, now, deliver: delivery(pushQueue) });
  const sessions = new Sessions(writes, bus);
  const signer = new Signer(config.sessionSecret);
  const distributed = config.rateLimits ? distributedLimiter(parts, link) : null;
  const limiter = distributed ?? localLimiter(parts);
  const linkPreviews = new LinkPreviews({ db, files, web, limiter, now });
  const superAdminEmail = normaliseEmail(config.superAdminEmail ?? '');
  const reads = createReads(db, bus, {
    mediaUrls: mediaUrls(config.mediaBaseUrl),
    features: config.features,
    superAdminEmail,
    now,
  });
  const site = {
    name: config.siteName,
    publicUrl: config.publicUrl,
    operator: config.operator,
    features: config.features,
    google: config.google && new OpenIdProvider(config.google, `${config.publicUrl}/api${googleCallback}`),
    secure: config.publicUrl.startsWith('https:'),
    officialUid: await oneAtATime(db.raw, () => ensureAccounts(parts, writes, superAdminEmail)),
    mainHandle: mainHandle(config.mainUser),
    superAdminEmail,
    bus,
    writes,
    reads,
    push,
    // Load tests and browser tests come from one address.
    streams: new EventStreams({
      audience: (subjects: readonly PostSubject[], uids) => excludedViewers(reads, subjects, uids),
      onAudienceError: (error) =>
        log.error({ err: error }, 'events are withheld: who may see them is unknown'),
      limits: config.rateLimits ? {} : { perAddress: Infinity },
      clock: membership?.clock,
      heardUntil: membership?.heardUntil,
    }),
    likes: new Likes(writes, (postId, uids) => reactionRules(reads, postId, uids)),
    comments: new Comments(writes),
    commentLikes: new CommentLikes(writes),
    publications: new Publications(
      writes,
      (drafts, written) => expectPosts(reads, drafts, written),
      (error) => log.error({ err: error }, 'posts could not be fanned out at once'),
    ),
    sessions,
    signer,
    limiter,
    sharedLimiter: config.rateLimits ? new StoredRateLimiter({ db, signer, now }) : noSharedRateLimits,
    hashPassword: parts.hashPassword ?? hashPassword,
    inFlight,
    link,
    files,
    linkPreviews,
  };
  const pageFolder =
    parts.pageFolder && existsSync(join(parts.pageFolder, 'index.html')) ? parts.pageFolder : null;
  const shell = pageFolder === null ? null : await readShell(pageFolder, config);
  const directCalls = new DirectCalls({ log, trustProxy: config.trustProxy });
  const http = createHttpServer({ trustProxy: config.trustProxy, log, shell, directCalls });
  const registry = new Registry();
  const watch = watchRequests(http, registry);
  http.addHook('onRequest', (request, _reply, done) => {
    refuseUnclearHost(request.raw);
    done();
  });
  http.setNotFoundHandler((request, reply) => {
    const answer = answerUnknownMethod(request, reply);
    watch.unknown(answer?.statusCode ?? 404);
    return answer ?? answerFailure(new Problem('not-found'), request, reply);
  });
  await http.register(
    async (api) => {
      registerCalls(api, {
        siteName: config.siteName,
        publicUrl: config.publicUrl,
        sessionCookieName: cookieName(site, 'sid'),
        handlers: handlersOf(site),
        directCalls,
        watch,
        features: config.features,
        admit: (request, call) => admit(site, request, call),
        whileActive: (request, running) => {
          if (membership?.isFenced) throw new Problem('unavailable');
          return whileActive(site, request, running);
        },
        catchUp: (request) => catchUp(site, request),
        rememberPlace: (reply) => rememberPlace(site, reply),
        streamBodies: streamUploadBodies,
      });
      registerEvents(api, site);
      registerGoogleCallback(api, site);
    },
    { prefix: '/api' },
  );
  sendEventsToPages({ ...site, log });
  registerMedia(http, site);
  let isDraining = false;
  registerHealth(http, async () => !isDraining && membership?.isFenced !== true && (await isDatabaseUp(db)));
  const metrics = siteMetrics({ registry, db, bus, link, reads, streams: site.streams, push, distributed });
  registerMetrics(http, { token: config.metricsToken, metrics: metrics.text });
  registerRobots(http, site);
  registerSitemap(http, site);
  registerReading(http, {
    ...site,
    shell,
    look: await readLook(pageFolder),
    mediaBaseUrl: config.mediaBaseUrl,
    now,
  });
  if (pageFolder !== null && shell !== null) {
    registerTopicPage(http, { shell, features: config.features });
    const sharedFiles = config.sharesFiles ? files : null;
    await registerPage(http, pageFolder, { ...config, sharedFiles, shell });
  }
  http.addHook('preClose', async () => site.streams.close());
  const jobs = await startJobs({
    ...writes,
    runsJobs: config.runsJobs,
    schedule: parts.schedule,
    pool: db,
    bus,
    files,
    sessions,
    linkPreviews,
    mailer,
    push,
    reads,
    siteAccounts: site,
    siteName: config.siteName,
    publicUrl: config.publicUrl,
    log,
  });
  return {
    http,
    jobs,
    drain: async (ms) => {
      isDraining = true;
      http.server.prependListener('request', (_request, response) =>
        response.setHeader('connection', 'close'),
      );
      await Promise.all([site.streams.drain(ms), jobs.finish()]);
    },
    close: async () => {
      await http.close();
      await site.publications.settled();
      await jobs.stop();
      mailer.close();
      await push?.close();
      await distributed?.close();
      metrics.stop();
      await membership?.leave();
    },
  };
}

// Of several processes that start on an empty database, only one creates the accounts and prints the link.
async function ensureAccounts(
  { config, say }: AppParts,
  writes: Writes,
  superAdminEmail: string | null,
): Promise<string | null> {
  await ensureClubs(writes);
  const { mainUser } = config;
  const officialUid = await ensureOfficialAccount(writes, mainUser, config.siteName);
  if (officialUid === null && mainUser) say(`MAIN_USER names nobody: there is no ${mainUser}.`);
  if (superAdminEmail === null) return officialUid;
  const { token } = await ensureSuperAdmin(writes, {
    email: superAdminEmail,
    password: config.superAdminPassword,
  });
  if (token !== null) say(`Set the super-admin's password at ${config.publicUrl}/recuperar?token=${token}`);
  return officialUid;
}

function localLimiter({ config, now = () => new Date() }: AppParts): RateLimiter {
  return config.rateLimits ? new MemoryRateLimiter(() => now().getTime()) : noRateLimits;
}

async function isDatabaseUp(db: Pool): Promise<boolean> {
  return db.raw.query('SELECT 1').then(
    () => true,
    () => false,
  );
}

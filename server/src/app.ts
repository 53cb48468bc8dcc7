import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import fastifyCookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Registry } from 'prom-client';

import type { Feature } from '../../contract/src/features.ts';
import { Problem } from '../../contract/src/problem.ts';
import { normaliseEmail } from '../../contract/src/rules/email.ts';
import { ensureOfficialAccount, ensureSuperAdmin } from './accounts/actions/site-accounts.ts';
import { StoredRateLimiter } from './accounts/actions/stored-rate-limiter.ts';
import { googleCallback, registerGoogleCallback } from './accounts/routes/google.ts';
import { ensureClubs } from './clubs/actions/load-clubs.ts';
import { handlersOf } from './handlers.ts';
import { registerCalls } from './http/calls.ts';
import { answerFailure } from './http/failures.ts';
import { registerHealth } from './http/health.ts';
import { isVisit, readShell, registerPage, sendUnreadable, type Shell } from './http/page.ts';
import { answerUnknownMethod, refuseUnclearHost } from './http/request-form.ts';
import { sharedCompilers } from './http/schema-compilers.ts';
import { limitBodyTime } from './http/slow-bodies.ts';
import { answerConnect, answerUnreadable } from './http/unreadable.ts';
import { requestIds, watchRequests } from './http/watch.ts';
import { InstanceLink } from './instances/actions/link.ts';
import { Membership } from './instances/actions/membership.ts';
import type { NewInstance } from './instances/store/instances.ts';
import { Bus } from './kernel/bus.ts';
import type { Fact } from './kernel/facts.ts';
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
import {
  DistributedRateLimiter,
  type SharedWindows,
} from './platform/concurrency/distributed-rate-limiter.ts';
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
import type { Transport } from './platform/transport/transport.ts';
import { CommentLikes } from './posts/actions/comment-likes.ts';
import { Comments } from './posts/actions/comments.ts';
import { Publications } from './posts/actions/publications.ts';
import { Likes } from './posts/actions/reactions.ts';
import { registerReading } from './reading/routes/pages.ts';
import { registerRobots } from './reading/routes/robots.ts';
import { registerSitemap } from './reading/routes/sitemap.ts';
import { readLook } from './reading/views/look.ts';
import { createReads } from './reads.ts';
import { Sessions } from './sessions/actions/sessions.ts';
import { admit, whileActive } from './sessions/admission.ts';
import { catchUp, rememberPlace } from './sessions/seen-cookie.ts';
import { cookieName } from './sessions/session-cookie.ts';
import { registerTopicPage } from './topics/routes/topic-page.ts';

export type AppConfig = {
  readonly publicUrl: string;
  readonly siteName: string;
  /** The official account by uid or @handle; empty for none; null: the one that is set in the database. */
  readonly mainUser: string | null;
  readonly superAdminEmail: string | null;
  readonly superAdminPassword: string | null;
  readonly sessionSecret: string;
  /** Where browsers fetch uploaded files from, without a slash at its end; null: from the site itself. */
  readonly mediaBaseUrl: string | null;
  /** Whether other processes read the same files. */
  readonly sharesFiles: boolean;
  readonly trustProxy: readonly string[];
  readonly rateLimits: boolean;
  /** False: other processes of the site run the jobs that this one enqueues. */
  readonly runsJobs: boolean;
  /** Token that `/metrics` requires from other machines; null: only this machine may read it. */
  readonly metricsToken: string | null;
  /** Null: no sign-in with Google. */
  readonly google: OpenIdConfig | null;
  readonly operator: { readonly name: string; readonly email: string; readonly address: string };
  /** The parts of the product that are on. */
  readonly features: readonly Feature[];
};

export type AppParts = {
  config: AppConfig;
  db: Pool;
  files: FileStore;
  mailer: Mailer;
  web: WebFetch;
  /** Null: push is off. */
  push: PushSender | null;
  log: FastifyBaseLogger;
  /** How this process meets the others of its site; without it there can be none. */
  instance?: Omit<NewInstance, 'id'> & { transport: Transport | null };
  /** Null or missing: this is the site's only process. */
  sharedLimits?: SharedLimits | null;
  now?: () => Date;
  /** For new accounts; without it the product's own. */
  hashPassword?: HashPassword;
  pageFolder?: string;
};

/** Where the site's processes count their rate limits together, and how many there are if not those of the list. */
export type SharedLimits = { readonly windows: SharedWindows; readonly instances?: () => number };

export type App = {
  http: FastifyInstance;
  jobs: JobRunner;
  /** Reports that it is not ready, and sends pages to other processes, one after the other, for this long. */
  drain: (ms: number) => Promise<void>;
  close: () => Promise<void>;
};

/** Builds the application on a migrated database: the site's own accounts, the calls, the page and the jobs. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, db, files, mailer, web, push, log, now = () => new Date() } = parts;
  const bus = new Bus();
  const inFlight = new InFlight();
  const { link, membership } = meetOthers(parts, bus, inFlight);
  await membership?.join();
  const writes = createWrites({ db, bus, now, deliver: delivery(new PushQueue({ bus, now })) });
  const sessions = new Sessions(writes, bus);
  const signer = new Signer(config.sessionSecret);
  const distributed = distributedLimiter(parts, link);
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
    likes: new Likes(writes),
    comments: new Comments(writes),
    commentLikes: new CommentLikes(writes),
    publications: new Publications(writes),
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
  const http = createHttp(parts, shell);
  const registry = new Registry();
  const { unknown } = watchRequests(http, registry);
  http.addHook('onRequest', (request, _reply, done) => {
    refuseUnclearHost(request);
    done();
  });
  http.setNotFoundHandler((request, reply) => {
    const refused = answerUnknownMethod(request, reply);
    unknown(refused?.statusCode ?? 404);
    return refused ?? answerFailure(new Problem('not-found'), request, reply);
  });
  await http.register(fastifyCookie);
  await http.register(
    async (api) => {
      registerCalls(api, {
        siteName: config.siteName,
        publicUrl: config.publicUrl,
        sessionCookie: cookieName(site, 'sid'),
        handlers: handlersOf(site),
        features: config.features,
        admit: (request, call) => admit(site, request, call),
        whileActive: (uid, work) => {
          if (membership?.isFenced) throw new Problem('unavailable');
          return whileActive(site, uid, work);
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
  sendEventsToPages(site);
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
      await Promise.all([site.streams.drain(ms), jobs.stop()]);
    },
    close: async () => {
      await http.close();
      await jobs.stop();
      mailer.close();
      await push?.close();
      await distributed?.close();
      metrics.stop();
      await membership?.leave();
    },
  };
}

// In processes that start together on an empty database, one creates the accounts and logs the link.
async function ensureAccounts(
  { config, log }: AppParts,
  writes: Writes,
  superAdminEmail: string | null,
): Promise<string | null> {
  await ensureClubs(writes);
  const officialUid = await ensureOfficialAccount(writes, config.mainUser, config.siteName);
  if (superAdminEmail === null) return officialUid;
  const { token } = await ensureSuperAdmin(writes, {
    email: superAdminEmail,
    password: config.superAdminPassword,
  });
  if (token !== null)
    log.warn(`Set the super-admin's password at ${config.publicUrl}/recuperar?token=${token}`);
  return officialUid;
}

function distributedLimiter(
  { config, sharedLimits, log }: AppParts,
  link: InstanceLink | null,
): DistributedRateLimiter | null {
  if (!sharedLimits || !config.rateLimits) return null;
  const onAway = (reason: string | null) => {
    if (reason === null) log.info('rate limits hold over all processes again');
    else log.warn({ reason }, 'rate limits are counted per process, each with its share');
  };
  return new DistributedRateLimiter({ instances: () => link?.size ?? 1, ...sharedLimits, onAway });
}

function localLimiter({ config, now = () => new Date() }: AppParts): RateLimiter {
  return config.rateLimits ? new MemoryRateLimiter(() => now().getTime()) : noRateLimits;
}

const second = 1_000;
/** Longer than any other command than an upload takes. */
const settleMs = 5 * second;

function meetOthers(
  { instance, db, log }: AppParts,
  bus: Bus,
  inFlight: InFlight,
): { link: InstanceLink | null; membership: Membership | null } {
  if (!instance) return { link: null, membership: null };
  const { transport, ...self } = instance;
  // Commands that a user started before losing access have finished by then.
  const waitForCommands = (facts: readonly Fact[]) =>
    Promise.all(
      facts.map(async (fact) => {
        if (fact.type === 'account-hidden') await inFlight.waitUntilIdle(fact.uid, settleMs);
      }),
    );
  const link = new InstanceLink({ id: randomUUID(), bus, transport, waitForCommands });
  return { link, membership: new Membership(db, link, self, log) };
}

function createHttp({ config, log }: AppParts, shell: Shell | null): FastifyInstance {
  const http = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(config.trustProxy),
    bodyLimit: 64 * 1024,
    // Only a large upload takes this long; all other bodies have a shorter limit (http/slow-bodies.ts).
    requestTimeout: 900 * second,
    // Longer than a proxy's keep-alive, so that the proxy never sends on a connection that is closing here.
    keepAliveTimeout: 65 * second,
    // `refuseUnclearHost` handles a missing Host too, so that it gets the usual error body.
    http: { headersTimeout: 8 * second, connectionsCheckingInterval: second, requireHostHeader: false },
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    clientErrorHandler: answerUnreadable,
    // An address that cannot be decoded.
    frameworkErrors: (error, request, reply) =>
      void (shell !== null && isVisit(request)
        ? sendUnreadable(reply, shell)
        : answerFailure(error, request, reply)),
    // Nothing is coerced or dropped silently: unexpected input is refused.
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: false },
    },
    schemaController: { compilersFactory: sharedCompilers },
  });
  http.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = http.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (isCompressed(request)) return done(new Problem('unsupported-media-type'), undefined);
    try {
      void parseJson(request, utf8.decode(body as Buffer), done);
    } catch {
      done(new Problem('invalid-argument'), undefined);
    }
  });
  http.decorateRequest('session', null);
  limitBodyTime(http.server);
  http.server.on('connect', answerConnect);
  // Ten thousand open pages, plus their calls.
  http.server.maxConnections = 12_000;
  http.setErrorHandler(answerFailure);
  return http;
}

// Calls are small: no client needs to compress them.
function isCompressed({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

async function isDatabaseUp(db: Pool): Promise<boolean> {
  return db.raw.query('SELECT 1').then(
    () => true,
    () => false,
  );
}

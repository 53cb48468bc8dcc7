import { join } from 'node:path';

import type { Logger } from 'pino';

import { type App, buildApp } from './app.ts';
import type { Config } from './config.ts';
import { countProcesses } from './kernel/store/site-processes.ts';
import { removeDraftsHourly } from './platform/files/drafts.ts';
import { type FileStore, FilesUnavailable } from './platform/files/files.ts';
import { openFiles } from './platform/files/open-files.ts';
import { createMailer } from './platform/outbound/mail.ts';
import { WebFetch } from './platform/outbound/web-fetch.ts';
import { connectionShortage, findMaxConnections } from './platform/postgres/connections.ts';
import type { Pool } from './platform/postgres/database.ts';
import { storedSecret } from './platform/process/data-dir.ts';
import { portFailure } from './platform/process/port.ts';
import type { ProcessLife } from './platform/process/process-life.ts';
import { programFolder } from './platform/process/program-folder.ts';
import { StartFailure } from './platform/process/start-failure.ts';
import { vapidKeys } from './platform/push/push-keys.ts';
import { PushSender } from './platform/push/push-sender.ts';
import { siteInstance } from './site-instance.ts';

const pageFolder = join(programFolder, 'web/dist');

/**
 * @returns once the site listens
 * @throws {StartFailure} with a one-line message
 */
export async function serve(
  life: ProcessLife,
  config: Config,
  db: Pool,
  { log, say }: { log: Logger; say: (line: string) => void },
): Promise<void> {
  const appConfig = {
    ...config,
    sessionSecret: config.sessionSecret ?? storedSecret(config.dataDir, 'session'),
  };
  const files = await openFiles(config);
  life.closeAtEnd(files);
  await checkFiles(files, config, log);
  const endDraftRemoval = removeDraftsHourly(files, (error) => logFilesFailure(error, config, log));
  life.closeAtEnd({ close: async () => endDraftRemoval() });
  const outward = { mailer: createMailer(config), web: createWebFetch(config), push: createPush(config) };
  const instance = await siteInstance(
    life,
    config,
    { sessionSecret: appConfig.sessionSecret, pushPublicKey: outward.push?.publicKey ?? null },
    log,
  );
  const app = await buildApp({
    config: appConfig,
    db,
    files,
    ...outward,
    ...instance,
    log,
    say,
    pageFolder,
  });
  life.closeAtEnd({ close: () => closeApp(app) });
  // On several machines a proxy sends requests elsewhere once this process is not ready.
  if (config.redisUrl !== null && config.drainSeconds > 0)
    life.closeAtEnd({ close: () => app.drain(config.drainSeconds * 1_000) });
  await checkConnections(db, config, log);
  await listen(app.http, config, log);
}

// Each process checks when it has joined the others, so the last one to start sees them all.
async function checkConnections(db: Pool, { databasePool }: Config, log: Logger): Promise<void> {
  const shortage = connectionShortage(await countProcesses(db), databasePool, await findMaxConnections(db));
  if (shortage !== null) log.warn(shortage);
}

function createWebFetch({ publicUrl, databaseUrl, smtpUrl, s3 }: Config): WebFetch {
  const own = [publicUrl, databaseUrl, smtpUrl, s3?.endpoint].flatMap(
    (url) => URL.parse(url ?? '')?.hostname ?? [],
  );
  return new WebFetch({
    ownHosts: own,
    userAgent: `Mozilla/5.0 (compatible; TablonPreview/1.0; +${publicUrl})`,
  });
}

function createPush({ push, dataDir, publicUrl }: Config): PushSender | null {
  if (push === null) return null;
  // A VAPID private key is a random number, like the site's other secrets.
  const keys = push === 'generated' ? vapidKeys(storedSecret(dataDir, 'push')) : push;
  if (!keys) throw new StartFailure(`DATA_DIR ${dataDir} holds no key of Web Push in secrets/push.`);
  const isPublic = publicUrl.startsWith('https:');
  const subject = isPublic ? publicUrl : `mailto:no-responder@${new URL(publicUrl).hostname}`;
  return new PushSender({ keys, subject, now: () => new Date() });
}

async function listen(http: App['http'], { host, port, logLevel }: Config, log: Logger): Promise<void> {
  // Otherwise Fastify logs its addresses between our lines.
  log.level = 'warn';
  try {
    // After a restart all open pages reconnect within seconds.
    await http.listen({ host, port, backlog: 4096 });
  } catch (error) {
    throw portFailure(error, host, port);
  } finally {
    log.level = logLevel;
  }
}

// The site also starts when its files cannot be used: only the features that need them fail, with a clear
// error.
async function checkFiles(files: FileStore, config: Config, log: Logger): Promise<void> {
  try {
    await files.check();
    log.info(`storage: OK, files are kept in ${placeOfFiles(config)}`);
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    logFilesFailure(error, config, log);
  }
}

function logFilesFailure(error: unknown, config: Config, log: Logger): void {
  const reason = String(error instanceof FilesUnavailable ? error.cause : error);
  log.error({ reason }, `storage: ${placeOfFiles(config)} cannot be used`);
}

function placeOfFiles({ s3 }: Config): string {
  return s3 === null ? 'DATA_DIR/media' : `the bucket ${s3.bucket} at ${s3.endpoint}`;
}

const closeTimeoutMs = 5_000;

// Keep-alive connections whose last answer comes after the close would stay open until the client closes
// them; a connection that never sends its request is cut.
async function closeApp({ http, close }: App): Promise<void> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => http.server.closeAllConnections(), closeTimeoutMs);
  try {
    await close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

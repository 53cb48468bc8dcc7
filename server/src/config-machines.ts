import { availableParallelism } from 'node:os';

import type { S3Bucket } from './platform/files/s3-client.ts';
import { StartFailure } from './platform/process/start-failure.ts';

export type MachinesConfig = Readonly<{
  processes: number;
  /** False: this machine serves requests only. */
  runsJobs: boolean;
  /** A stopping process goes on serving this long. */
  drainSeconds: number;
  databasePool: number;
  /** Null: all processes of the site run on this machine. */
  redisUrl: string | null;
  /** Null: files are kept in DATA_DIR/media. */
  s3: S3Bucket | null;
  /** All machines of the site see the same files. */
  sharesFiles: boolean;
  /** Browsers fetch files from here; no trailing slash. Null: from the site itself. */
  mediaBaseUrl: string | null;
}>;

type Get = (name: string) => string | undefined;

/** @throws {StartFailure} naming the first wrong variable */
export function parseMachines(get: Get, isPushOff: boolean): MachinesConfig {
  const redisUrl = parseRedisUrl(get('REDIS_URL'));
  const s3 = parseS3(get);
  const sharesFiles = s3 !== null || parseSwitch('MEDIA_SHARED', ['0', '1'], get('MEDIA_SHARED')) === '1';
  if (redisUrl !== null) requireSharedState(get, sharesFiles, isPushOff);
  return {
    processes: parseProcesses(get('PROCESSES') ?? '1'),
    runsJobs: parseSwitch('JOBS', ['on', 'off'], get('JOBS')) === 'on',
    drainSeconds: parseWhole('DRAIN_SECONDS', get('DRAIN_SECONDS') ?? '5', 0, 60),
    databasePool: parseWhole('DATABASE_POOL', get('DATABASE_POOL') ?? '12', 2, 100),
    redisUrl,
    s3,
    sharesFiles,
    mediaBaseUrl: parseMediaBaseUrl(get('MEDIA_BASE_URL'), s3),
  };
}

// Generated secrets and a folder of files belong to one machine: on another one, cookies would not be
// valid, pushes would be refused and pictures would be missing.
function requireSharedState(get: Get, sharesFiles: boolean, isPushOff: boolean): void {
  for (const name of ['SESSION_SECRET', 'DATABASE_URL'])
    if (get(name) === undefined) refuse(name, 'is needed beside REDIS_URL: all machines share it.');
  if (get('PUSH_PRIVATE_KEY') === undefined && !isPushOff)
    refuse('PUSH_PRIVATE_KEY', 'is needed beside REDIS_URL: all machines share it.');
  if (!sharesFiles)
    refuse(
      'S3_BUCKET',
      'is needed beside REDIS_URL, or MEDIA_SHARED=1 when all machines mount DATA_DIR/media.',
    );
}

function parseProcesses(text: string): number {
  return text === 'auto' ? availableParallelism() : parseWhole('PROCESSES', text, 1, 64);
}

function parseRedisUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  const isValid =
    url !== null &&
    /^rediss?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    isDecodable(url.username + url.password) &&
    /^\/?\d{0,4}$/.test(url.pathname);
  return isValid ? text : refuse('REDIS_URL', "must be like 'redis://user:password@host:6379/0'.");
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return false;
  }
}

function parseS3(get: Get): S3Bucket | null {
  const names = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const set = names.filter((name) => get(name) !== undefined);
  if (set.length === 0) return null;
  const need = (name: (typeof names)[number]) => get(name) ?? refuse(name, `is needed beside ${set[0]}.`);
  const bucket = need('S3_BUCKET');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    refuse('S3_BUCKET', `must be the name of a bucket, not '${bucket}'.`);
  return {
    bucket,
    endpoint: parseAddress('S3_ENDPOINT', need('S3_ENDPOINT')),
    region: get('S3_REGION') ?? 'us-east-1',
    accessKeyId: need('S3_ACCESS_KEY_ID'),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY'),
  };
}

function parseMediaBaseUrl(text: string | undefined, s3: S3Bucket | null): string | null {
  if (text === undefined) return null;
  if (s3 === null) refuse('MEDIA_BASE_URL', 'has no effect without S3_BUCKET.');
  return parseAddress('MEDIA_BASE_URL', text);
}

function parseAddress(name: string, text: string): string {
  const url = URL.parse(text);
  const isValid =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === '';
  if (!isValid) refuse(name, `must be like 'https://files.example', not '${text}'.`);
  return url.href.replace(/\/$/, '');
}

function parseWhole(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  return value >= min && value <= max
    ? value
    : refuse(name, `must be a number from ${min} to ${max}, not '${text}'.`);
}

function parseSwitch<T extends string>(name: string, choices: readonly [T, T], text: string | undefined): T {
  if (text === undefined) return choices[0];
  const choice = choices.find((candidate) => candidate === text.toLowerCase());
  return choice ?? refuse(name, `must be ${choices.join(' or ')}, not '${text}'.`);
}

export function refuse(name: string, why: string): never {
  throw new StartFailure(`${name} ${why}`);
}

import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

import { type Feature, featureNames, featuresOn } from '../../contract/src/features.ts';
import { normaliseEmail } from '../../contract/src/rules/email.ts';
import { limits } from '../../contract/src/rules/limits.ts';
import { type MachinesConfig, parseMachines, refuse } from './config-machines.ts';
import { programFolder } from './platform/process/program-folder.ts';
import { isLoopbackAddress } from './platform/process/trusted-proxies.ts';
import { type VapidKeys, vapidKeys } from './platform/push/push-keys.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

export type Config = MachinesConfig &
  Readonly<{
    port: number;
    host: string;
    /** An origin, without a trailing slash. */
    publicUrl: string;
    siteName: string;
    dataDir: string;
    /** Null for the embedded PostgreSQL. */
    databaseUrl: string | null;
    superAdminEmail: string | null;
    superAdminPassword: string | null;
    /** The official account by uid or @handle; empty: none; null: as set in the database. */
    mainUser: string | null;
    /** Null: the one generated into the data folder. */
    sessionSecret: string | null;
    /** Addresses, networks and network names whose `X-Forwarded-For` is trusted. */
    trustProxy: readonly string[];
    /** Null: mails are written as files to the data folder. */
    smtpUrl: string | null;
    mailFrom: string;
    /** Null: 'Continuar con Google' says that it is not available. */
    google: GoogleConfig | null;
    /** Null: push is off; 'generated': with the keys in the data folder. */
    push: VapidKeys | 'generated' | null;
    invalidKeys: readonly string[];
    operator: OperatorConfig;
    features: readonly Feature[];
    /** Required from other machines that read `/metrics`; null: only this machine may read it. */
    metricsToken: string | null;
    logLevel: (typeof logLevels)[number];
    rateLimits: boolean;
  }>;

export type GoogleConfig = Readonly<{ clientId: string; clientSecret: string; issuer: string }>;
export type OperatorConfig = Readonly<{ name: string; email: string; address: string }>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `.env` in the project's folder supplies defaults.
 * @throws {StartFailure} naming the first wrong variable
 */
export function readConfig(): Config {
  const file = join(programFolder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return parseConfig(process.env);
}

/** An empty value counts as unset, except `MAIN_USER` and `PUSH_PUBLIC_KEY`. */
export function parseConfig(env: Environment): Config {
  const get = (name: string) => env[name]?.trim() || undefined;
  const port = parsePort(get('PORT') ?? '3000');
  const publicUrl = parsePublicUrl(get('PUBLIC_URL') ?? `http://localhost:${port}`);
  const superAdminEmail = parseEmail(get('SUPER_ADMIN_EMAIL'));
  const invalid = (...names: string[]) => names.filter((name) => isPlaceholder(get(name)));
  const invalidGoogle = invalid('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  const invalidPush = invalid('PUSH_PUBLIC_KEY', 'PUSH_PRIVATE_KEY');
  const google = parseGoogle(get('GOOGLE_CLIENT_ID'), get('GOOGLE_CLIENT_SECRET'), get('GOOGLE_ISSUER'));
  return Object.freeze({
    port,
    host: parseHost(get('HOST') ?? '127.0.0.1'),
    publicUrl,
    siteName: parseSiteName(get('SITE_NAME') ?? 'Tablón'),
    // Relative to the project's folder, wherever the process started.
    dataDir: resolve(programFolder, get('DATA_DIR') ?? 'data'),
    databaseUrl: parseDatabaseUrl(get('DATABASE_URL')),
    superAdminEmail,
    superAdminPassword: parsePassword(env['SUPER_ADMIN_PASSWORD'] || undefined, superAdminEmail),
    mainUser: env['MAIN_USER']?.trim() ?? null,
    sessionSecret: parseSecret(get('SESSION_SECRET')),
    trustProxy: parseProxies(get('TRUST_PROXY') ?? 'off'),
    smtpUrl: parseSmtpUrl(get('SMTP_URL')),
    mailFrom: parseMailFrom(get('MAIL_FROM'), publicUrl),
    google: invalidGoogle.length > 0 ? null : google,
    push: invalidPush.length > 0 ? null : parsePush(env['PUSH_PUBLIC_KEY']?.trim(), get('PUSH_PRIVATE_KEY')),
    invalidKeys: [...invalidGoogle, ...invalidPush],
    operator: {
      name: parseLine('OPERATOR_NAME', get('OPERATOR_NAME') ?? ''),
      email: parseOperatorEmail(get('OPERATOR_EMAIL')),
      address: parseLine('OPERATOR_ADDRESS', get('OPERATOR_ADDRESS') ?? ''),
    },
    features: featuresOn(parseFeatures(get('FEATURES_OFF') ?? '')),
    metricsToken: parseMetricsToken(get('METRICS_TOKEN')),
    logLevel: parseChoice('LOG_LEVEL', logLevels, get('LOG_LEVEL') ?? 'info'),
    ...parseMachines(get, env['PUSH_PUBLIC_KEY']?.trim() === ''),
    rateLimits: parseRateLimits(get('RATE_LIMITS') ?? 'on', publicUrl),
  });
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535
    ? port
    : refuse('PORT', `must be a number from 1 to 65535, not '${text}'.`);
}

function parseHost(text: string): string {
  const isValid = isIP(text) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text);
  return isValid ? text : refuse('HOST', `must be an address or a host name, not '${text}'.`);
}

function parsePublicUrl(text: string): string {
  const url = URL.parse(text);
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === '' &&
    url.pathname === '/';
  if (!isOrigin) refuse('PUBLIC_URL', `must be like 'https://tablon.example', with no path, not '${text}'.`);
  return url.origin;
}

function parseSiteName(text: string): string {
  const fits = text.length <= 40 && !/\p{C}/u.test(text);
  return fits ? text : refuse('SITE_NAME', 'must be one line of at most 40 characters.');
}

// The value may hold a password: error messages never repeat it.
function parseDatabaseUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const { protocol = '', pathname = '' } = URL.parse(text) ?? {};
  if (pathname.includes('@'))
    refuse(
      'DATABASE_URL',
      "must have the password's special characters percent-encoded, such as %2F for '/'.",
    );
  return /^postgres(?:ql)?:$/.test(protocol)
    ? text
    : refuse('DATABASE_URL', "must be like 'postgres://user:password@host:5432/database'.");
}

function parseEmail(text: string | undefined): string | null {
  if (text === undefined) return null;
  return normaliseEmail(text) ?? refuse('SUPER_ADMIN_EMAIL', `must be an e-mail address, not '${text}'.`);
}

function parsePassword(text: string | undefined, email: string | null): string | null {
  if (text === undefined) return null;
  if (email === null) refuse('SUPER_ADMIN_PASSWORD', 'has no effect without SUPER_ADMIN_EMAIL.');
  const fits = text.length >= limits.passwordMin && text.length <= limits.passwordMax;
  if (!fits) {
    refuse(
      'SUPER_ADMIN_PASSWORD',
      `must have from ${limits.passwordMin} to ${limits.passwordMax} characters.`,
    );
  }
  return text;
}

function parseSmtpUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  const isValid = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  return isValid ? text : refuse('SMTP_URL', "must be like 'smtps://user:password@mail.example:465'.");
}

function parseMailFrom(text: string | undefined, publicUrl: string): string {
  if (text === undefined) return `no-responder@${new URL(publicUrl).hostname}`;
  const address = /<([^<>]+)>$/.exec(text)?.[1] ?? text;
  const fits = text.length <= 200 && !/\p{C}/u.test(text) && normaliseEmail(address) !== null;
  return fits
    ? text
    : refuse('MAIL_FROM', "must be an e-mail address, alone or like 'Tablón <hola@tablon.example>'.");
}

function parseGoogle(
  clientId: string | undefined,
  clientSecret: string | undefined,
  issuer = 'https://accounts.google.com',
): GoogleConfig | null {
  const url = URL.parse(issuer);
  const secure =
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!secure) refuse('GOOGLE_ISSUER', `must be an https address, not '${issuer}'.`);
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId === undefined) refuse('GOOGLE_CLIENT_ID', 'is needed beside GOOGLE_CLIENT_SECRET.');
  if (clientSecret === undefined) refuse('GOOGLE_CLIENT_SECRET', 'is needed beside GOOGLE_CLIENT_ID.');
  return { clientId, clientSecret, issuer };
}

// The key may be the private one: error messages never repeat it.
function parsePush(publicKey: string | undefined, privateKey: string | undefined): Config['push'] {
  if (publicKey === '') return null;
  if (publicKey === undefined && privateKey === undefined) return 'generated';
  if (privateKey === undefined) refuse('PUSH_PRIVATE_KEY', 'is needed beside PUSH_PUBLIC_KEY.');
  const keys = vapidKeys(privateKey);
  if (!keys) refuse('PUSH_PRIVATE_KEY', 'must be a VAPID private key: 32 bytes in base64url.');
  if (publicKey === undefined) refuse('PUSH_PUBLIC_KEY', 'is needed beside PUSH_PRIVATE_KEY.');
  if (publicKey.replace(/=+$/, '') !== keys.publicKey) {
    refuse('PUSH_PUBLIC_KEY', 'does not belong to PUSH_PRIVATE_KEY.');
  }
  return keys;
}

// Placeholders from examples and templates; no real key looks like these.
function isPlaceholder(key: string | undefined): boolean {
  return /^(?:your\b|your[_-]|tu[_-]|<|x{3,}|\*{3,}|\.{3}|change[_-]?me|placeholder|example|todo)/i.test(
    key ?? '',
  );
}

function parseLine(name: string, text: string): string {
  const fits = text.length <= 200 && !/\p{C}/u.test(text);
  return fits ? text : refuse(name, 'must be one line of at most 200 characters.');
}

function parseOperatorEmail(text: string | undefined): string {
  if (text === undefined) return '';
  return normaliseEmail(text) ?? refuse('OPERATOR_EMAIL', `must be an e-mail address, not '${text}'.`);
}

function parseFeatures(text: string): readonly Feature[] {
  const names = text.split(',').flatMap((part) => part.trim() || []);
  const isFeature = (name: string): name is Feature => featureNames.some((feature) => feature === name);
  const wrong = names.find((name) => !isFeature(name));
  if (wrong !== undefined)
    refuse('FEATURES_OFF', `must be a list of ${featureNames.join(', ')}, not '${wrong}'.`);
  return names.filter(isFeature);
}

function parseSecret(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.length >= 32 ? text : refuse('SESSION_SECRET', 'must have at least 32 characters.');
}

function parseMetricsToken(text: string | undefined): string | null {
  if (text === undefined) return null;
  const fits = /^[\w.~+/=-]{16,200}$/.test(text);
  return fits ? text : refuse('METRICS_TOKEN', 'must have from 16 to 200 letters, digits or ._~+/=-.');
}

function parseProxies(text: string): readonly string[] {
  if (text === 'off') return [];
  const proxies = text.split(',').map((part) => part.trim());
  const wrong = proxies.find((proxy) => !proxyNames.includes(proxy) && !isNetwork(proxy));
  if (wrong !== undefined) {
    refuse(
      'TRUST_PROXY',
      `must be 'off' or a list of addresses, networks or ${proxyNames.join(', ')}, not '${wrong}'.`,
    );
  }
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  // A network of no bits would be everybody, whose headers say anything.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function parseRateLimits(text: string, publicUrl: string): boolean {
  const isLimited = parseChoice('RATE_LIMITS', ['on', 'off'], text) === 'on';
  if (!isLimited && !isLoopback(new URL(publicUrl).hostname)) {
    refuse('RATE_LIMITS', 'can be off only where PUBLIC_URL is a loopback address.');
  }
  return isLimited;
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}

function parseChoice<T extends string>(name: string, choices: readonly T[], text: string): T {
  const choice = choices.find((candidate) => candidate === text.toLowerCase());
  return choice ?? refuse(name, `must be one of ${choices.join(', ')}, not '${text}'.`);
}

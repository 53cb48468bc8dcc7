import { describe, expect, it } from 'vitest';

import { featureNames } from '../../contract/src/features.ts';
import { parseConfig } from './config.ts';

describe('parseConfig', () => {
  it('an empty environment gives a complete configuration', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      siteName: 'Tablón',
      databaseUrl: null,
      superAdminEmail: null,
      superAdminPassword: null,
      mainUser: null,
      sessionSecret: null,
      trustProxy: [],
      logLevel: 'info',
      rateLimits: true,
    });
    expect(parseConfig({}).dataDir).toMatch(/\/data$/);
  });

  it('empty variables count as unset, except MAIN_USER', () => {
    const config = parseConfig({ PORT: '', DATABASE_URL: '', SUPER_ADMIN_PASSWORD: '', MAIN_USER: '' });
    expect(config).toMatchObject({ port: 3000, databaseUrl: null, superAdminPassword: null, mainUser: '' });
  });

  it('push keys are generated, taken from a pair, or push is off', () => {
    const privateKey = 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94';
    const publicKey =
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    const push = (PUSH_PUBLIC_KEY: string, PUSH_PRIVATE_KEY?: string) =>
      parseConfig({ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY }).push;
    expect(parseConfig({}).push).toBe('generated');
    expect(push(publicKey, privateKey)).toEqual({ publicKey, privateKey });
    expect(push('', privateKey)).toBeNull();
    expect(() => push(publicKey)).toThrow('PUSH_PRIVATE_KEY');
    expect(() => push(publicKey, 'secreta')).toThrow(/^PUSH_PRIVATE_KEY (?!.*secreta)/);
    expect(() => push(publicKey.replace('BCVx', 'BCVy'), privateKey)).toThrow('PUSH_PUBLIC_KEY');
    expect(() => parseConfig({ PUSH_PRIVATE_KEY: privateKey })).toThrow('PUSH_PUBLIC_KEY');
    const placeholder = parseConfig({ PUSH_PUBLIC_KEY: 'your-key', PUSH_PRIVATE_KEY: privateKey });
    expect([placeholder.push, placeholder.invalidKeys]).toEqual([null, ['PUSH_PUBLIC_KEY']]);
  });

  it('the default PUBLIC_URL contains the port', () => {
    expect(parseConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  it('PUBLIC_URL is reduced to its origin', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://Tablon.example/' }).publicUrl).toBe('https://tablon.example');
  });

  it('TRUST_PROXY takes addresses, networks and names', () => {
    const TRUST_PROXY = 'loopback, 10.0.0.0/8,::1';
    expect(parseConfig({ TRUST_PROXY }).trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1']);
  });

  it('FEATURES_OFF takes known parts away from those that are on', () => {
    const features = (FEATURES_OFF?: string) => parseConfig({ FEATURES_OFF }).features;
    expect(features()).toEqual(['publico', 'temas', 'cuadros']);
    expect(features(' cuadros,prode, ')).toEqual(['publico', 'temas']);
    expect(features(featureNames.join(','))).toEqual([]);
  });

  it.each(['http://localhost:3000', 'http://127.8.9.1', 'http://[::1]:3000', 'http://tablon.localhost'])(
    'rate limits may be off on %s',
    (url) => expect(parseConfig({ RATE_LIMITS: 'off', PUBLIC_URL: url }).rateLimits).toBe(false),
  );

  it.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'tablon.example'],
    ['PUBLIC_URL', 'ftp://tablon.example'],
    ['PUBLIC_URL', 'https://tablon.example/foro'],
    ['SITE_NAME', 'x'.repeat(41)],
    ['DATABASE_URL', 'mysql://ana:secreta@localhost/tablon'],
    ['DATABASE_URL', 'secreta'],
    ['DATABASE_URL', 'postgres://ana:cla@ve/secreta@localhost/tablon'],
    ['SUPER_ADMIN_EMAIL', 'ana'],
    ['SUPER_ADMIN_PASSWORD', 'secreta'],
    ['SESSION_SECRET', 'secreta'],
    ['METRICS_TOKEN', 'secreta'],
    ['FEATURES_OFF', 'temas,fulbito'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'http://ana:secreta@mail.example'],
    ['SMTP_URL', 'secreta'],
    ['MAIL_FROM', 'Tablón'],
    ['MAIL_FROM', 'a@b.com\nBcc: c@d.com'],
    ['OPERATOR_NAME', 'una\ndos'],
    ['OPERATOR_EMAIL', 'ana'],
    ['GOOGLE_ISSUER', 'login.example'],
    ['GOOGLE_ISSUER', 'ftp://localhost'],
    ['RATE_LIMITS', 'maybe'],
  ])('%s=%s is refused in one line that names the variable and repeats no secret', (name, value) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toMatch(new RegExp(`^${name} [^\\n]+\\.$`));
    expect(refusal).not.toContain('secreta');
  });

  it('a short super-admin password is refused', () => {
    const refusal = refusalOf({ SUPER_ADMIN_EMAIL: 'ana@ejemplo.ar', SUPER_ADMIN_PASSWORD: 'corta' });
    expect(refusal).toBe('SUPER_ADMIN_PASSWORD must have from 6 to 128 characters.');
  });

  it.each([
    'https://tablon.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://10.0.0.1',
  ])('keeps the rate limits on at %s', (url) =>
    expect(refusalOf({ RATE_LIMITS: 'off', PUBLIC_URL: url })).toMatch(/^RATE_LIMITS /),
  );
});

describe('keys that are placeholders', () => {
  const real = {
    GOOGLE_CLIENT_ID: '1234-abc.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'GOCSPX-1a2b3c',
  };

  it.each([
    'YOUR_CLIENT_ID',
    'your-key',
    'xxx',
    'changeme',
    'CHANGE_ME',
    '<client id>',
    'placeholder',
    '...',
  ])('are listed, and the feature is off: %s', (key) => {
    const config = parseConfig({ ...real, GOOGLE_CLIENT_ID: key });
    expect([config.google, config.invalidKeys]).toEqual([null, ['GOOGLE_CLIENT_ID']]);
  });

  it('are not detected in real keys', () => {
    const config = parseConfig(real);
    expect(config.invalidKeys).toEqual([]);
    expect(config.google).toEqual({
      clientId: real.GOOGLE_CLIENT_ID,
      clientSecret: real.GOOGLE_CLIENT_SECRET,
      issuer: 'https://accounts.google.com',
    });
  });

  it('do not excuse an incomplete pair', () => {
    expect(refusalOf({ GOOGLE_CLIENT_ID: '1234-abc' })).toMatch(/^GOOGLE_CLIENT_SECRET is needed /);
    expect(refusalOf({ GOOGLE_CLIENT_SECRET: 'GOCSPX' })).toMatch(/^GOOGLE_CLIENT_ID is needed /);
  });

  it('do not hide an insecure issuer', () => {
    expect(refusalOf({ ...real, GOOGLE_ISSUER: 'http://login.example' })).toMatch(/^GOOGLE_ISSUER /);
    expect(parseConfig({ ...real, GOOGLE_ISSUER: 'http://localhost:4120' }).google?.issuer).toBe(
      'http://localhost:4120',
    );
  });
});

function refusalOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was taken.');
}

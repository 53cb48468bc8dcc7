import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { OpenIdSite } from './provider.ts';

export type Token = {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  key: Keys[keyof Keys];
};

type Keys = { own: KeyObject; foreign: KeyObject; secret: string; none: null };

/** Makes a valid token invalid. */
export type Bend = (token: Token, keys: Keys) => void;

export type CrookedProvider = OpenIdSite & {
  /** The next token is valid for this nonce, except for the changes of `bend`. */
  next: (nonce: string, bend: Bend) => void;
  /** Counts the exchanges of codes for tokens. */
  readonly requestCount: () => number;
};

export async function startCrookedProvider(): Promise<CrookedProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const config = { clientId: 'tablon-tests', clientSecret: 'a secret of the tests' };
  const keys: Keys = {
    own: own.privateKey,
    foreign: foreign.privateKey,
    secret: config.clientSecret,
    none: null,
  };
  let token = '';
  let requests = 0;

  const server = createServer((request, response) => {
    const answers: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      }),
      '/jwks': () => ({
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'own' }],
      }),
      '/token': () => {
        requests++;
        return { access_token: 'x', token_type: 'Bearer', ...(token && { id_token: token }) };
      },
    };
    const answer = answers[request.url ?? '']?.();
    request.resume();
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    config: { issuer, ...config },
    requestCount: () => requests,
    next: (nonce, bend) => {
      const now = Math.floor(Date.now() / 1000);
      const good: Token = {
        header: { alg: 'RS256', kid: 'own', typ: 'JWT' },
        claims: {
          iss: issuer,
          aud: config.clientId,
          sub: 'honest',
          iat: now,
          exp: now + 300,
          nonce,
          email: 'honesta@example.com',
          email_verified: true,
          name: 'Honesta',
        },
        key: keys.own,
      };
      bend(good, keys);
      token = good.header['alg'] === undefined ? '' : write(good);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function write({ header, claims, key }: Token): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signingInput = `${part(header)}.${part(claims)}`;
  if (key === null) return `${signingInput}.`;
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(signingInput).digest('base64url')
      : createSign('sha256').update(signingInput).sign(key, 'base64url');
  return `${signingInput}.${signature}`;
}

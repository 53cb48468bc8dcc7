import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { type GrantFinder, interactionPolicy, Provider } from 'oidc-provider';

import type { OpenIdConfig } from '../../src/platform/outbound/openid.ts';

const client = { clientId: 'tablon-tests', clientSecret: 'a secret of the tests' };

/** The provider's form. `sub` is the subject; empty fields are omitted from the token. */
export type ProviderAccount = { sub: string; email: string; verified: 'true' | ''; name: string };

export type OpenIdSite = { readonly config: OpenIdConfig; close: () => Promise<void> };

/**
 * A real OpenID provider, configured like Google: the ID token holds the e-mail address. Its form accepts any
 * account. With `leanToken`, only the userinfo holds the address.
 */
export async function startProvider(redirectUri: string, { leanToken = false } = {}): Promise<OpenIdSite> {
  const accounts = new Map<string, ProviderAccount>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(redirectUri, accounts, leanToken));
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const interactionUid = request.url?.startsWith('/interaction/')
      ? interact(provider, accounts, request, response)
      : answer(request, response);
    interactionUid.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    config: { issuer, ...client },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function configuration(
  redirectUri: string,
  accounts: Map<string, ProviderAccount>,
  leanToken: boolean,
): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'tests' };
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const loadExistingGrant: GrantFinder = async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client.clientId,
      accountId: oidc.session.accountId,
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  };
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: leanToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    loadExistingGrant,
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => claimsOf(accounts, sub) }),
  };
}

function claimsOf(accounts: Map<string, ProviderAccount>, sub: string): object {
  const { email, verified, name } = accounts.get(sub)!;
  return {
    sub,
    ...(email && { email, email_verified: verified === 'true' }),
    ...(name && { name }),
  };
}

async function interact(
  provider: Provider,
  accounts: Map<string, ProviderAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(form);
    return;
  }
  const fields = new URLSearchParams(await text(request));
  if (fields.has('cancel')) {
    const refusal = { error: 'access_denied', error_description: 'the person gave up' };
    return provider.interactionFinished(request, response, refusal);
  }
  const account = Object.fromEntries(fields) as ProviderAccount;
  accounts.set(account.sub, account);
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId: account.sub },
  });
}

// Hidden fields, filled by a script: the journeys' headless shell crashes on text fields in a system font.
const form = `<!doctype html><html lang="es"><title>Elegí una cuenta</title><link rel="icon" href="data:,">
<form method="post">
  <input type="hidden" name="sub">
  <input type="hidden" name="email">
  <input type="hidden" name="name">
  <label><input type="checkbox" name="verified" value="true" checked> Correo comprobado</label>
  <button>Seguir</button>
  <button name="cancel" value="1">Cancelar</button>
</form>`;

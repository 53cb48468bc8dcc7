import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';

export type OpenIdConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** What has to be known again when the browser comes back from the provider. */
export type OpenIdAttempt = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Who the provider says it is. The subject is unique at its issuer; an address is not a person. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
};

const timeoutSeconds = 5;
const toleratedSeconds = 10;

/**
 * One OpenID provider, by the code flow with PKCE, state and nonce. The token's signature, issuer, audience and times
 * are checked whatever way it came.
 */
export class OpenIdProvider {
  readonly #config: OpenIdConfig;
  readonly #redirectUri: string;
  #found: Promise<Configuration> | null = null;

  constructor(config: OpenIdConfig, redirectUri: string) {
    this.#config = config;
    this.#redirectUri = redirectUri;
  }

  /** Where to send the browser, and what to remember of it. Throws when the provider cannot be asked. */
  async begin(): Promise<{ location: string; attempt: OpenIdAttempt }> {
    const provider = await this.#provider();
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const location = buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      // Always the account chooser: on a shared computer the last Google account may be somebody else's.
      prompt: 'select_account',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { location: location.href, attempt };
  }

  /** Who came back with these parameters (`?code=…&state=…`). Throws unless all of it is as it has to be. */
  async finish(search: string, { state, nonce, verifier }: OpenIdAttempt): Promise<Identity> {
    const provider = await this.#provider();
    const tokens = await authorizationCodeGrant(provider, new URL(search, this.#redirectUri), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no ID token');
    // Google writes the address into the token; others give it when asked.
    const told =
      claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
        ? { ...claims, ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)) }
        : claims;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: textOf(told['email']),
      emailVerified: told['email_verified'] === true,
      name: textOf(told['name']),
    };
  }

  // Found once, when it is needed first; after a failure it is looked for again.
  #provider(): Promise<Configuration> {
    this.#found ??= this.#discover().catch((error: unknown) => {
      this.#found = null;
      throw error;
    });
    return this.#found;
  }

  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    const server = new URL(issuer);
    // Plain http is for a provider on one's own machine: the configuration takes it nowhere else.
    const plain = server.protocol === 'http:';
    return discovery(
      server,
      clientId,
      { client_secret: clientSecret, [clockTolerance]: toleratedSeconds },
      undefined,
      {
        timeout: timeoutSeconds,
        execute: [enableNonRepudiationChecks, ...(plain ? [allowInsecureRequests] : [])],
      },
    );
  }
}

/** Whether the person gave up at the provider. */
export function isRefusedByUser(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && error.error === 'access_denied';
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.slice(0, 400) : '';
}

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

export type OpenIdAttempt = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** The subject is unique per issuer; an e-mail address does not identify a person. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
};

const timeoutSeconds = 5;
const clockToleranceSeconds = 10;

/** The code flow with PKCE, state and nonce. The ID token is always verified, although it comes over TLS. */
export class OpenIdProvider {
  readonly #config: OpenIdConfig;
  readonly #redirectUri: string;
  #configuration: Promise<Configuration> | null = null;

  constructor(config: OpenIdConfig, redirectUri: string) {
    this.#config = config;
    this.#redirectUri = redirectUri;
  }

  async begin(): Promise<{ location: string; attempt: OpenIdAttempt }> {
    const provider = await this.#provider();
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const location = buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      // On a shared computer the last Google account may be somebody else's.
      prompt: 'select_account',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { location: location.href, attempt };
  }

  /** `search` is the query string that the user came back with. Throws unless everything is valid. */
  async finish(search: string, { state, nonce, verifier }: OpenIdAttempt): Promise<Identity> {
    const provider = await this.#provider();
    const tokens = await authorizationCodeGrant(provider, new URL(search, this.#redirectUri), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no ID token');
    // Google puts the e-mail address into the token; other providers return it from userinfo.
    const userClaims =
      claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
        ? { ...claims, ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)) }
        : claims;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: textOf(userClaims['email']),
      emailVerified: userClaims['email_verified'] === true,
      name: textOf(userClaims['name']),
    };
  }

  #provider(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error: unknown) => {
      this.#configuration = null;
      throw error;
    });
    return this.#configuration;
  }

  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    const server = new URL(issuer);
    // The configuration allows plain http only for a provider on the developer's machine.
    const isPlainHttp = server.protocol === 'http:';
    return discovery(
      server,
      clientId,
      { client_secret: clientSecret, [clockTolerance]: clockToleranceSeconds },
      undefined,
      {
        timeout: timeoutSeconds,
        execute: [enableNonRepudiationChecks, ...(isPlainHttp ? [allowInsecureRequests] : [])],
      },
    );
  }
}

export function isRefusedByUser(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && error.error === 'access_denied';
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.slice(0, 400) : '';
}

let kept: string | null = null;

/**
 * The token that a link brought (`/recuperar?token=…`), or null. It is kept until it is dropped, since the screen may be
 * made anew while the session is asked for and the address has lost it by then.
 */
export function readLinkToken(): string | null {
  kept = new URLSearchParams(location.search).get('token') ?? kept;
  return kept;
}

/** Takes the token out of the address bar, and with it out of the history. */
export function hideLinkToken(): void {
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
}

/** Forgets a token that was used or works no more. */
export function dropLinkToken(): void {
  kept = null;
}

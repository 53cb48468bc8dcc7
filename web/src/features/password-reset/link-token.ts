let linkToken: string | null = null;

/** Remembered, because the screen may remount after the address has lost the token. */
export function readLinkToken(): string | null {
  linkToken = new URLSearchParams(location.search).get('token') ?? linkToken;
  return linkToken;
}

/** Removes the token from the address bar and the history. */
export function hideLinkToken(): void {
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
}

export function dropLinkToken(): void {
  linkToken = null;
}

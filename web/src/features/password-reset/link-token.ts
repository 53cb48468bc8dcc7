let stored: string | null = null;

/** Remembered, because the screen may remount after the address has lost the token. */
export function readLinkToken(): string | null {
  stored = new URLSearchParams(location.search).get('token') ?? stored;
  return stored;
}

/** Removes the token from the address bar and the history. */
export function hideLinkToken(): void {
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
}

export function dropLinkToken(): void {
  stored = null;
}

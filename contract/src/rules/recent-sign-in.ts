const minuteMs = 60_000;

/** How recently a user without a password must have signed in to delete the account. */
export const ownerAuthenticationMs = 10 * minuteMs;

/** How recently an admin must have re-authenticated for commands, e-mail addresses and reporters. */
export const adminAuthenticationMs = 60 * minuteMs;

export const adminSessionMs = 12 * 60 * minuteMs;

export function isRecentlyAuthenticated(authenticatedAt: Date, now: Date, maxAgeMs: number): boolean {
  return now.getTime() - authenticatedAt.getTime() <= maxAgeMs;
}

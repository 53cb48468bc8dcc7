const minuteMs = 60_000;

/** For users without a password, to delete their account. */
export const ownerAuthenticationMs = 10 * minuteMs;

/** For admins, to run commands and to see e-mail addresses and reporters. */
export const adminAuthenticationMs = 60 * minuteMs;

export const adminSessionMs = 12 * 60 * minuteMs;

export function isRecentlyAuthenticated(authenticatedAt: Date, now: Date, maxAgeMs: number): boolean {
  return now.getTime() - authenticatedAt.getTime() <= maxAgeMs;
}

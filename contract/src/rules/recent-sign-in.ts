const minuteMs = 60_000;

/** For how long a sign-in, or the password typed again, shows who sits there: what deletes an account without a password. */
export const ownerProofMs = 10 * minuteMs;

/** The same for what an admin does, and for reading e-mail addresses and who reported. */
export const adminProofMs = 60 * minuteMs;

/** The same for everything else of the administration. */
export const adminSessionMs = 12 * 60 * minuteMs;

/** Whether who showed then who they are still counts as the same person, for so many milliseconds. */
export function isStillProved(provedAt: Date, now: Date, forMs: number): boolean {
  return now.getTime() - provedAt.getTime() <= forMs;
}

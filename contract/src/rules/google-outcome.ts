/**
 * How a sign-in with Google ended, as the popup's last page tells the page that opened it: signed in, signed in to a new
 * account, to one that was to be removed and now is not (`kept`), or why not.
 */
export const googleOutcomes = ['in', 'new', 'kept', 'cancelled', 'disabled', 'terms', 'failed'] as const;

export type GoogleOutcome = (typeof googleOutcomes)[number];

/** The page at the end of the popup. It reads the outcome after the `#`. */
export const googleEnding = (outcome: GoogleOutcome) => `/google-listo.html#${outcome}`;

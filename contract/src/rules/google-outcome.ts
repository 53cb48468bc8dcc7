/**
 * Outcomes of a Google sign-in, which the popup's last page passes to its opener: signed in (`in`), signed in
 * to a new account (`new`) or to one whose pending deletion was cancelled (`kept`), or the reason for a
 * failure.
 */
export const googleOutcomes = ['in', 'new', 'kept', 'cancelled', 'disabled', 'terms', 'failed'] as const;

export type GoogleOutcome = (typeof googleOutcomes)[number];

/** The popup's last page, which reads the outcome from the fragment. */
export const googleEnding = (outcome: GoogleOutcome) => `/google-listo.html#${outcome}`;

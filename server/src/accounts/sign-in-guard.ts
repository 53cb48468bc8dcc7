import { Problem } from '../../../contract/src/problem.ts';
import { refuse } from '../http/rate-limits.ts';
import { Overloaded } from '../platform/concurrency/gate.ts';
import type { RateLimitKey, Limit, SharedRateLimiter } from '../platform/concurrency/rate-limiter.ts';

const minute = 60;
const hour = 3600;

// Only failures count: thousands of phones share one address behind a carrier's NAT.
const fromAddress: Limit[] = [
  { max: 20, seconds: 5 * minute },
  { max: 60, seconds: hour },
];
const accountFromAddress: Limit[] = [{ max: 5, seconds: 15 * minute }];
// A second and third round of wrong passwords within a few hours wait two and four times as long.
const longerRounds: Limit[] = [
  { max: 10, seconds: 45 * minute },
  { max: 15, seconds: 105 * minute },
];
const account: Limit[] = [{ max: 20, seconds: hour }];
// A right password costs a hash and a session too, and a script could repeat it without end.
const rightPasswords: Limit[] = [
  { max: 60, seconds: minute },
  { max: 600, seconds: hour },
];
const unknownFromAddress: Limit[] = [{ max: 10, seconds: hour }];
const unknownAnywhere: Limit[] = [{ max: 300, seconds: hour }];

type Attempt = {
  email: string;
  address: string;
  /** This device signed in to the account before: strangers' failures do not lock its owner out. */
  knownDevice: boolean;
};

/** Slows down guessing: passwords by account and address, existing accounts by address and site-wide. */
export class SignInGuard {
  readonly #limiter: SharedRateLimiter;

  constructor(limiter: SharedRateLimiter) {
    this.#limiter = limiter;
  }

  /** Rate-limited attempts fail even with the right password. */
  async run<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const limiter = this.#limiter;
    const { ofAccount, ofAddress, right, unknown } = limitsOf(attempt);
    // Counted before the check, so that simultaneous attempts get no more tries than sequential ones. Above
    // the limit for unknown addresses, existing accounts get the same answer.
    refuse(await limiter.take([...ofAccount, ofAddress, right], [unknown]));
    try {
      const result = await work();
      await limiter.giveBack([...ofAccount, ofAddress]);
      return result;
    } catch (error) {
      const code = codeOf(error);
      if (code === 'auth/user-not-found') {
        await limiter.giveBack([...ofAccount, right]);
        refuse(Math.max(await limiter.take([unknown]), await limiter.take([unknownSiteWide])));
      } else if (code === 'auth/wrong-password') await limiter.giveBack([right]);
      else if (code === 'auth/user-disabled') await limiter.giveBack([...ofAccount, ofAddress]);
      else await limiter.giveBack([...ofAccount, ofAddress, right]);
      // During a wave of unknown addresses, failures do not reveal why; the right password still works.
      const revealsAccount = code === 'auth/wrong-password' || code === 'unavailable';
      if (revealsAccount && !attempt.knownDevice) refuse(await limiter.take([], [unknown, unknownSiteWide]));
      throw error;
    }
  }
}

const unknownSiteWide: RateLimitKey = { key: 'unknown', limits: unknownAnywhere };

function limitsOf({ email, address, knownDevice }: Attempt) {
  return {
    ofAccount: [
      { key: `sign-in ${email} ${address}`, limits: [...accountFromAddress, ...longerRounds] },
      { key: `sign-in ${email}`, limits: knownDevice ? account.map(uncapped) : account },
    ],
    ofAddress: { key: `sign-in ${address}`, limits: fromAddress },
    right: { key: `right password ${email}`, limits: rightPasswords },
    unknown: { key: `unknown ${address}`, limits: unknownFromAddress },
  };
}

const uncapped = ({ seconds }: Limit): Limit => ({ max: Infinity, seconds });

// 'unavailable' reveals an account too: only an existing account's password waits for its hash.
function codeOf(error: unknown): string | null {
  if (error instanceof Overloaded) return 'unavailable';
  return error instanceof Problem ? error.code : null;
}

import { Problem } from '../../../contract/src/problem.ts';
import { refuse } from '../http/rate-limits.ts';
import { Overloaded } from '../platform/concurrency/gate.ts';
import type { RateLimitKey, Limit, SharedRateLimiter } from '../platform/concurrency/rate-limiter.ts';

const minute = 60;
const hour = 3600;

// Only failed tries count against an address: thousands of phones share one behind a carrier's NAT.
const fromAddress: Limit[] = [
  { max: 20, seconds: 5 * minute },
  { max: 60, seconds: hour },
];
const accountFromAddress: Limit[] = [{ max: 5, seconds: 15 * minute }];
// A second and a third round of wrong passwords within a few hours wait twice and four times as long.
const longerRounds: Limit[] = [
  { max: 10, seconds: 45 * minute },
  { max: 15, seconds: 105 * minute },
];
const account: Limit[] = [{ max: 20, seconds: hour }];
const unknownFromAddress: Limit[] = [{ max: 10, seconds: hour }];
const unknownAnywhere: Limit[] = [{ max: 300, seconds: hour }];

type Try = {
  email: string;
  address: string;
  /** Whether this device signed in to the account before: a stranger's failures do not lock its owner out. */
  knownDevice: boolean;
};

/** Slows guessing down: passwords by account and address, addresses of accounts by address and in all. */
export class SignInGuard {
  readonly #limiter: SharedRateLimiter;

  constructor(limiter: SharedRateLimiter) {
    this.#limiter = limiter;
  }

  /** Does what tries a password. Throws when this try has to wait, whether its password is right or not. */
  async run<T>(attempt: Try, work: () => Promise<T>): Promise<T> {
    const limiter = this.#limiter;
    const { ofAccount, ofAddress, unknown } = countedBy(attempt);
    // Counted before the password is looked at: those who come at once are let try no more than who come in turn. Known
    // and unknown addresses are answered alike once this one asked for too many unknown ones.
    refuse(await limiter.take([...ofAccount, ofAddress], [unknown]));
    try {
      const result = await work();
      await limiter.giveBack([...ofAccount, ofAddress]);
      return result;
    } catch (error) {
      const code = codeOf(error);
      if (code === 'auth/user-not-found') {
        await limiter.giveBack(ofAccount);
        refuse(Math.max(await limiter.take([unknown]), await limiter.take([unknownToAll])));
      } else if (code !== 'auth/wrong-password') await limiter.giveBack([...ofAccount, ofAddress]);
      // Where very many ask for unknown addresses nobody who fails is told why, and the right password still opens.
      const tellsOfAccount = code === 'auth/wrong-password' || code === 'unavailable';
      if (tellsOfAccount && !attempt.knownDevice) refuse(await limiter.take([], [unknown, unknownToAll]));
      throw error;
    }
  }
}

const unknownToAll: RateLimitKey = { key: 'unknown', limits: unknownAnywhere };

function countedBy({ email, address, knownDevice }: Try) {
  return {
    ofAccount: [
      { key: `sign-in ${email} ${address}`, limits: [...accountFromAddress, ...longerRounds] },
      { key: `sign-in ${email}`, limits: knownDevice ? account.map(withoutEnd) : account },
    ],
    ofAddress: { key: `sign-in ${address}`, limits: fromAddress },
    unknown: { key: `unknown ${address}`, limits: unknownFromAddress },
  };
}

const withoutEnd = ({ seconds }: Limit): Limit => ({ max: Infinity, seconds });

// Only a password that has an account to belong to waits for its hash.
function codeOf(error: unknown): string | null {
  if (error instanceof Overloaded) return 'unavailable';
  return error instanceof Problem ? error.code : null;
}

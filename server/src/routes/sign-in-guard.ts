import { Problem, type ProblemCode } from '../../../contract/src/problem.ts';
import type { Limit, RateLimiter } from '../platform/rate-limiter.ts';
import { refuse } from './rate-limits.ts';

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
  readonly #limiter: RateLimiter;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /** Does what tries a password. Throws when this try has to wait, whether its password is right or not. */
  async run<T>(attempt: Try, work: () => Promise<T>): Promise<T> {
    this.#check(attempt);
    // Counted before the password is looked at: those who come at once are let try no more than who come in turn.
    const giveBack = this.#count(attempt);
    try {
      const result = await work();
      giveBack();
      return result;
    } catch (error) {
      const code = error instanceof Problem ? error.code : null;
      if (code !== 'auth/wrong-password') giveBack();
      refuse(this.#waitAfter(attempt, code));
      throw error;
    }
  }

  #check({ email, address, knownDevice }: Try): void {
    const limiter = this.#limiter;
    refuse(
      Math.max(
        limiter.wait(`sign-in ${address}`, fromAddress),
        limiter.wait(`sign-in ${email} ${address}`, [...accountFromAddress, ...longerRounds]),
        knownDevice ? 0 : limiter.wait(`sign-in ${email}`, account),
        // Known and unknown addresses are answered alike from here on.
        limiter.wait(`unknown ${address}`, unknownFromAddress),
      ),
    );
  }

  #count({ email, address }: Try): () => void {
    const limiter = this.#limiter;
    const taken: [string, Limit[]][] = [
      [`sign-in ${email} ${address}`, [...accountFromAddress, ...longerRounds]],
      [`sign-in ${email}`, account],
    ];
    const counted = taken.filter(([key, limits]) => limiter.take(key, limits) === 0);
    return () => {
      for (const [key, limits] of counted) limiter.giveBack(key, limits);
    };
  }

  // Counts a failed try by what failed. Time to wait: what failed is not told. Where very many ask for unknown addresses
  // nobody who fails is told why, and the right password still opens.
  #waitAfter({ address, knownDevice }: Try, code: ProblemCode | null): number {
    const limiter = this.#limiter;
    if (code === 'auth/user-not-found') {
      return Math.max(
        limiter.take(`unknown ${address}`, unknownFromAddress),
        limiter.take('unknown', unknownAnywhere),
        limiter.take(`sign-in ${address}`, fromAddress),
      );
    }
    if (code !== 'auth/wrong-password' && code !== 'unavailable') return 0;
    const wait = code === 'unavailable' ? 0 : limiter.take(`sign-in ${address}`, fromAddress);
    if (knownDevice) return wait;
    return Math.max(
      wait,
      limiter.wait(`unknown ${address}`, unknownFromAddress),
      limiter.wait('unknown', unknownAnywhere),
    );
  }
}

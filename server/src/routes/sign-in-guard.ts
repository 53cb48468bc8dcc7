import { Problem } from '../../../contract/src/problem.ts';
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

  /** Throws when this try has to wait, whether its password is right or not. */
  check({ email, address, knownDevice }: Try): void {
    const limiter = this.#limiter;
    refuse(
      Math.max(
        limiter.wait(`sign-in ${address}`, fromAddress),
        limiter.wait(`sign-in ${email} ${address}`, [...accountFromAddress, ...longerRounds]),
        knownDevice ? 0 : limiter.wait(`sign-in ${email}`, account),
        // Known and unknown addresses are answered alike from here on.
        limiter.wait(`unknown ${address}`, unknownFromAddress),
        limiter.wait('unknown', unknownAnywhere),
      ),
    );
  }

  /** Counts a failed try by what failed. */
  failed({ email, address }: Try, error: unknown): void {
    if (!(error instanceof Problem)) return;
    const limiter = this.#limiter;
    if (error.code === 'auth/user-not-found') {
      limiter.take(`unknown ${address}`, unknownFromAddress);
      limiter.take('unknown', unknownAnywhere);
      limiter.take(`sign-in ${address}`, fromAddress);
    } else if (error.code === 'auth/wrong-password') {
      limiter.take(`sign-in ${email} ${address}`, [...accountFromAddress, ...longerRounds]);
      limiter.take(`sign-in ${email}`, account);
      limiter.take(`sign-in ${address}`, fromAddress);
    }
  }
}

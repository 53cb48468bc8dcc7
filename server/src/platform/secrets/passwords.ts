import { hash, verify } from '@node-rs/argon2';

import { Gate } from '../concurrency/gate.ts';

// OWASP's first choice for Argon2id (algorithm 2): 19 MiB, two passes, one lane; about 21 ms of CPU.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Two at once and sixteen waiting: a burst of sign-ins must not take the CPU from the feed.
const gate = new Gate(2, 16);

/** @returns the Argon2id hash of a password in PHC form. @throws Overloaded when too many are waiting */
export type HashPassword = (password: string) => Promise<string>;

export const hashPassword: HashPassword = (password) => gate.run(() => hash(password, parameters));

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return gate.run(() => verify(stored, password));
}

// Twice the longest password that can be set.
const longestInput = 256;

/** Whether this is an account's password. Without one nothing matches; over-long input is rejected before hashing. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored === null || password.length > longestInput) return false;
  return verifyPassword(stored, password);
}

export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

import { hash, verify } from '@node-rs/argon2';

import { Gate } from '../concurrency/gate.ts';

// OWASP's first choice for Argon2id (algorithm 2): 19 MiB, two passes, one lane; about 21 ms of CPU.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// A burst of sign-ins must not take the CPU from the feed.
const gate = new Gate(2, 16);

/** @returns the Argon2id hash in PHC form. @throws Overloaded when too many are waiting */
export type HashPassword = (password: string) => Promise<string>;

export const hashPassword: HashPassword = (password) => gate.run(() => hash(password, parameters));

export function verifyPassword(storedHash: string, password: string): Promise<boolean> {
  return gate.run(() => verify(storedHash, password));
}

// Twice the longest password that can be set.
const longestInput = 256;

/** An account without a password never matches; over-long input is rejected before hashing. */
export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  if (storedHash === null || password.length > longestInput) return false;
  return verifyPassword(storedHash, password);
}

export function needsRehash(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters;
  return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

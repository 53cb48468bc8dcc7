import { hash, randomBytes } from 'node:crypto';

/** A token that nobody guesses: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: its SHA-256. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

import { limits } from './limits.ts';

/**
 * A typed handle in its canonical form: lower-case, no leading @, every character but a-z 0-9 . _ - removed, so 'á'
 * goes rather than becoming 'a'. Not cut in length.
 */
export function normaliseHandle(input: string): string {
  return input
    .trim()
    .replace(/^@+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '');
}

/** Whether a canonical handle may be saved: 3 to 20 characters, or empty, because a profile needs none. */
export function isValidHandle(handle: string): boolean {
  return handle === '' || (handle.length >= limits.handleMin && handle.length <= limits.handleMax);
}

/** What is shown for a stored handle: exactly one @, or nothing when the user has none. */
export function displayHandle(handle: string): string {
  const bare = handle.replace(/^@+/, '');
  return bare === '' ? '' : `@${bare}`;
}

/**
 * A handle made from a display name: accents and everything but letters and digits go, then three digits.
 * The base is cut to 17 so that the whole fits the 20 of a handle. `random` gives a number in [0, 1).
 */
export function generateHandle(displayName: string, random: () => number): string {
  const base =
    displayName
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, limits.handleMax - 3) || 'hincha';
  const digits = String(Math.floor(random() * 1000)).padStart(3, '0');
  return base + digits;
}

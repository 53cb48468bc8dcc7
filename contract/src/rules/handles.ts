import { limits } from './limits.ts';

/**
 * The canonical form of a handle: lower case, without leading @; all characters except a-z 0-9 . _ - are
 * removed, so 'á' disappears instead of becoming 'a'. Not truncated.
 */
export function normaliseHandle(input: string): string {
  return input
    .trim()
    .replace(/^@+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '');
}

/** The handle that `input` is, with or without its @; null when it is none: '@josé' must not find @jos. */
export function exactHandle(input: string): string | null {
  const handle = input.trim().replace(/^@/, '').toLowerCase();
  return handle !== '' && handle === normaliseHandle(handle) ? handle : null;
}

/** An empty handle is valid: it stands for a profile without one. */
export function isValidHandle(handle: string): boolean {
  return handle === '' || (handle.length >= limits.handleMin && handle.length <= limits.handleMax);
}

export function displayHandle(handle: string): string {
  const bare = handle.replace(/^@+/, '');
  return bare === '' ? '' : `@${bare}`;
}

/** `random` returns a number in [0, 1). */
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

import { cleanLine, cleanText } from '../clean-text.ts';
import { cutText } from '../text.ts';

export type LegacyFields = Readonly<Record<string, unknown>>;

export function fieldsOf(stored: unknown): LegacyFields | null {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
    ? (stored as LegacyFields)
    : null;
}

/** The first non-blank string, trimmed. */
export function firstText(...stored: readonly unknown[]): string | null {
  const found = stored.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim() : null;
}

/** A time in any stored form: milliseconds, string, date, or timestamp with seconds and nanoseconds. */
export function timeOf(stored: unknown): Date | null {
  if (typeof stored === 'number') return valid(stored);
  if (stored instanceof Date) return valid(stored.getTime());
  const text = firstText(stored);
  if (text !== null) return valid(/^\d+$/.test(text) ? Number(text) : Date.parse(text));
  const parts = fieldsOf(stored);
  if (!parts) return null;
  // One export tool writes { __datatype__: 'timestamp', value: { _seconds, _nanoseconds } }.
  if (parts['__datatype__'] === 'timestamp') return timeOf(parts['value']);
  const seconds = numberOf(parts['seconds'] ?? parts['_seconds']) ?? Number.NaN;
  const nanoseconds = numberOf(parts['nanoseconds'] ?? parts['_nanoseconds']) ?? 0;
  return valid(seconds * 1000 + Math.floor(nanoseconds / 1e6));
}

/** A number, also from a string: exports write 64-bit numbers so. */
export function numberOf(stored: unknown): number | null {
  if (typeof stored === 'number') return Number.isFinite(stored) ? stored : null;
  return typeof stored === 'string' && /^\d+$/.test(stored) ? Number(stored) : null;
}

/** A one-line text, cleaned and truncated to `max` code points; null if empty. */
export function lineOf(stored: unknown, max: number): string | null {
  const text = firstText(stored);
  // Truncate roughly first: cleaning an unbounded text is slow.
  return text === null ? null : cutText(cleanLine(cutText(text, 10 * max)), max) || null;
}

/** A multi-line text, cleaned and truncated to `max` code points; null if empty. */
export function textOf(stored: unknown, max: number): string | null {
  const text = firstText(stored);
  return text === null ? null : cutText(cleanText(cutText(text, 10 * max)), max) || null;
}

// Nothing was stored before 1970; such times stand for 'none'.
function valid(ms: number): Date | null {
  const date = new Date(ms);
  return ms > 0 && !Number.isNaN(date.getTime()) ? date : null;
}

import { cleanLine, cleanText } from '../clean-text.ts';
import { cutText } from '../text.ts';

export type LegacyFields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): LegacyFields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as LegacyFields)
    : null;
}

export function firstText(...values: readonly unknown[]): string | null {
  const found = values.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim() : null;
}

/** Reads milliseconds, a string, a date, or a timestamp with seconds and nanoseconds. */
export function timeOf(value: unknown): Date | null {
  if (typeof value === 'number') return validTime(value);
  if (value instanceof Date) return validTime(value.getTime());
  const text = firstText(value);
  if (text !== null) return validTime(/^\d+$/.test(text) ? Number(text) : Date.parse(text));
  const parts = fieldsOf(value);
  if (!parts) return null;
  // One export tool writes { __datatype__: 'timestamp', value: { _seconds, _nanoseconds } }.
  if (parts['__datatype__'] === 'timestamp') return timeOf(parts['value']);
  const seconds = numberOf(parts['seconds'] ?? parts['_seconds']) ?? Number.NaN;
  const nanoseconds = numberOf(parts['nanoseconds'] ?? parts['_nanoseconds']) ?? 0;
  return validTime(seconds * 1000 + Math.floor(nanoseconds / 1e6));
}

/** The first of `values` that is a time until `latest`: things that happened have no later one. */
export function pastTimeOf(latest: Date, ...values: readonly unknown[]): Date | null {
  return values.map(timeOf).find((time) => time !== null && time <= latest) ?? null;
}

/** Also reads strings: exports write 64-bit numbers as strings. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null;
}

/** `max` is in code points. */
export function lineOf(value: unknown, max: number): string | null {
  const text = firstText(value);
  // Truncate roughly first: cleaning an unbounded text is slow.
  return text === null ? null : cutText(cleanLine(cutText(text, 10 * max)), max) || null;
}

export function textOf(value: unknown, max: number): string | null {
  const text = firstText(value);
  return text === null ? null : cutText(cleanText(cutText(text, 10 * max)), max) || null;
}

// An ISO string has four digits for the year up to here. Microseconds, for example, are beyond.
const lastMs = Date.UTC(9999, 11, 30);

// Nothing was stored before 1970; such times stand for 'none'.
function validTime(ms: number): Date | null {
  const date = new Date(ms);
  return ms > 0 && ms <= lastMs && !Number.isNaN(date.getTime()) ? date : null;
}

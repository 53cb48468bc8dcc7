import type { NotificationType } from '../calls/notifications.ts';
import type { PushPreferences, QuietHours } from '../calls/push.ts';
import { otherTexts } from './notifications.ts';

export type PushKind = Exclude<keyof PushPreferences, 'quiet'>;

export const defaultPushPreferences: PushPreferences = {
  like: true,
  comment: true,
  repost: true,
  mention: true,
  quote: true,
  follow: true,
  quiet: null,
};

/** Null: pushed, as no preference applies. `never`: not pushed. `own` is the text of the type `other`. */
export function pushKind(type: NotificationType, own: string | null): PushKind | 'never' | null {
  if (type !== 'other') return type;
  if (own === otherTexts['report-upheld'] || own === otherTexts['report-dismissed']) return 'never';
  if (own === otherTexts.reply) return 'comment';
  if (own === otherTexts['comment-like']) return 'like';
  if (own === otherTexts.quote) return 'quote';
  return own === otherTexts.follow ? 'follow' : null;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Argentina/Buenos_Aires',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** When the quiet hours around `at` end; null outside of them. They may span midnight. */
export function quietUntil(quiet: QuietHours | null, at: Date): Date | null {
  if (!quiet) return null;
  const [from, to, now] = [minutesOf(quiet.from), minutesOf(quiet.to), minutesOf(clock.format(at))];
  const isQuiet = from <= to ? from <= now && now < to : now >= from || now < to;
  if (!isQuiet) return null;
  const minute = Math.floor(at.getTime() / minuteMs);
  return new Date((minute + ((to - now + dayMinutes) % dayMinutes)) * minuteMs);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

import { Type, type Static } from 'typebox';

import { command, query } from './define.ts';
import { Input, NoInput, NoOutput, Nullable } from './shapes.ts';

/** A browser's PushSubscription as JSON. */
export const PushSubscription = Input({
  endpoint: Type.String({ minLength: 1, maxLength: 2048 }),
  expirationTime: Type.Optional(Nullable(Type.Number())),
  keys: Input({
    p256dh: Type.String({ minLength: 1, maxLength: 256 }),
    auth: Type.String({ minLength: 1, maxLength: 256 }),
  }),
});
export type PushSubscription = Static<typeof PushSubscription>;

const input = Input({ subscription: PushSubscription });

export const registerPushToken = command({
  access: 'user',
  group: 'push',
  summary: 'Sends push notifications to this device while it stays signed in.',
  input,
  output: NoOutput,
});

export const removePushToken = command({
  access: 'user',
  group: 'push',
  summary: 'Stops push notifications to this device.',
  input,
  output: NoOutput,
});

const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

export const QuietHours = Input({ from: TimeOfDay, to: TimeOfDay });
export type QuietHours = Static<typeof QuietHours>;

/** Pushes during the quiet hours wait for their end. */
export const PushPreferences = Input({
  like: Type.Boolean(),
  comment: Type.Boolean(),
  repost: Type.Boolean(),
  mention: Type.Boolean(),
  quote: Type.Boolean(),
  follow: Type.Boolean(),
  /** In Buenos Aires time; null for none. */
  quiet: Nullable(QuietHours),
});
export type PushPreferences = Static<typeof PushPreferences>;

export const getPushPreferences = query({
  access: 'user',
  group: 'read',
  summary: 'The caller’s push preferences and quiet hours.',
  input: NoInput,
  output: PushPreferences,
});

export const setPushPreferences = command({
  access: 'user',
  group: 'push',
  summary: 'Changes the caller’s push preferences and quiet hours.',
  input: PushPreferences,
  output: NoOutput,
});

import { Type, type Static } from 'typebox';

import { command, query, redirect } from './define.ts';
import { Count, Id, Input, NoInput, NoOutput, Nullable, Shape, UploadRef } from './shapes.ts';

export const AdStatus = Type.Union([Type.Literal('active'), Type.Literal('paused')]);
export type AdStatus = Static<typeof AdStatus>;

/** Either `imageUrl` or `videoUrl` is null. */
export const Ad = Shape(
  {
    id: Type.String(),
    title: Type.String(),
    text: Type.String(),
    linkUrl: Type.String(),
    site: Type.String(),
    imageUrl: Nullable(Type.String()),
    videoUrl: Nullable(Type.String()),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    color: Nullable(Type.String()),
    startAt: Type.String(),
    endAt: Nullable(Type.String()),
    status: AdStatus,
    capPerUserPerDay: Count,
    /** The number of posts before each placement. */
    frequency: Count,
    createdAt: Type.String(),
  },
  'Ad',
);
export type Ad = Static<typeof Ad>;

/** `day` is `YYYY-MM-DD` in Buenos Aires. */
const AdDay = Shape({ day: Type.String(), impressions: Count, clicks: Count }, 'AdDay');
export type AdDay = Static<typeof AdDay>;

/** A time with its offset, such as `2026-11-21T18:00:00.000Z`. */
const Moment = Type.String({
  pattern: '^2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d\\d:\\d\\d)$',
});

export const getAds = query({
  access: 'user',
  group: 'read',
  summary: 'The ads shown now, the most recently started first; 20 at most.',
  input: NoInput,
  output: Shape({ items: Type.Array(Ad) }),
});

export const adImpression = command({
  access: 'user',
  group: 'adImpression',
  summary:
    'Records an impression. Counts while the ad is shown, up to its cap per user and day (Buenos Aires); admins do not count.',
  input: Input({ adId: Id }),
  output: NoOutput,
});

export const adRedirect = redirect({
  access: 'anyone',
  group: null,
  summary: 'Redirects to the link of an ad, and counts the click while the ad is shown.',
  // Accepts unknown parameters: advertisers append their own.
  input: Type.Object({ adId: Id }),
});

export const adminListAds = query({
  access: 'admin',
  group: 'read',
  summary: 'The newest ads in any state; 50 at most.',
  input: NoInput,
  output: Shape({ items: Type.Array(Ad) }),
});

export const adminCreateAd = command({
  access: 'admin',
  group: 'moderate',
  summary: 'Creates an active ad. The site defaults to the link’s host, the start to now.',
  idempotent: true,
  // Wider than the rules: the action explains what is wrong.
  input: Input({
    title: Type.Optional(Type.String({ maxLength: 2000 })),
    text: Type.Optional(Type.String({ maxLength: 8000 })),
    linkUrl: Type.Optional(Type.String({ maxLength: 8000 })),
    site: Type.Optional(Type.String({ maxLength: 2000 })),
    media: Type.Optional(UploadRef),
    startAt: Type.Optional(Nullable(Moment)),
    endAt: Type.Optional(Nullable(Moment)),
    capPerUserPerDay: Type.Optional(Type.Number()),
    frequency: Type.Optional(Type.Number()),
  }),
  output: Shape({ ad: Ad }),
});

export const adminSetAdStatus = command({
  access: 'admin',
  group: 'moderate',
  summary: 'Pauses or reactivates an ad.',
  input: Input({ adId: Id, status: AdStatus }),
  output: Shape({ ad: Ad }),
});

export const adminDeleteAd = command({
  access: 'admin',
  group: 'moderate',
  summary: 'Deletes an ad with its file and statistics.',
  input: Input({ adId: Id }),
  output: NoOutput,
});

export const adminAdStats = query({
  access: 'admin',
  group: 'read',
  summary: 'An ad’s statistics for each of the last 30 days (Buenos Aires), oldest first.',
  input: Input({ adId: Id }),
  output: Shape({ days: Type.Array(AdDay) }),
});

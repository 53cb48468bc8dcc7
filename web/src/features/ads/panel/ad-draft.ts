import type { Input } from '../../../../../contract/src/calls/all.ts';
import type { AdFields } from '../../../../../contract/src/rules/ads.ts';
import { momentOf } from '../../../../../contract/src/rules/buenos-aires.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';

/** Times are Buenos Aires time, wherever the admin is. */
export type AdDraft = {
  readonly title: string;
  readonly text: string;
  readonly linkUrl: string;
  readonly site: string;
  readonly startAt: string;
  readonly endAt: string;
  readonly capPerUserPerDay: string;
  readonly frequency: string;
};

export const emptyDraft: AdDraft = {
  title: '',
  text: '',
  linkUrl: '',
  site: '',
  startAt: '',
  endAt: '',
  capPerUserPerDay: String(limits.adCap),
  frequency: String(limits.adFrequency),
};

export function hasInput(draft: AdDraft): boolean {
  return (Object.keys(draft) as (keyof AdDraft)[]).some((field) => draft[field] !== emptyDraft[field]);
}

/** `unfinished`: the names of fields with an incomplete date or number. */
export function fieldsOf(draft: AdDraft, hasFile: boolean, unfinished: ReadonlySet<string>): AdFields {
  const { title, text, linkUrl, site } = draft;
  const time = (name: 'startAt' | 'endAt') => {
    if (unfinished.has(name)) return new Date(Number.NaN);
    return draft[name] === '' ? null : (momentOf(draft[name]) ?? new Date(Number.NaN));
  };
  return {
    title,
    text,
    linkUrl,
    site,
    hasFile,
    startAt: time('startAt'),
    endAt: time('endAt'),
    capPerUserPerDay: numberOf(draft.capPerUserPerDay),
    frequency: numberOf(draft.frequency),
  };
}

export function inputOf(
  { title, text, linkUrl, site, startAt, endAt, capPerUserPerDay, frequency }: AdFields,
  key: string,
): Input<'adminCreateAd'> {
  return {
    title,
    text,
    linkUrl,
    site,
    capPerUserPerDay,
    frequency,
    startAt: startAt?.toISOString() ?? null,
    endAt: endAt?.toISOString() ?? null,
    media: { key },
  };
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

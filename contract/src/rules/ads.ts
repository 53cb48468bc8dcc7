import type { Ad } from '../calls/ads.ts';
import { limits } from './limits.ts';
import { normaliseLink } from './links.ts';
import { codePoints } from './text.ts';

type Times = Pick<Ad, 'status' | 'startAt' | 'endAt'>;

/** Whether an ad is shown at a moment: active, begun and not over. */
export function isShown(ad: Times, at: Date): boolean {
  return adState(ad, at) === 'activo';
}

export type AdState = 'activo' | 'pausado' | 'programado' | 'terminado';

/** How an ad stands at a moment, in the panel's words. */
export function adState({ status, startAt, endAt }: Times, at: Date): AdState {
  if (endAt !== null && at > new Date(endAt)) return 'terminado';
  if (status === 'paused') return 'pausado';
  return at < new Date(startAt) ? 'programado' : 'activo';
}

/** An ad as it is filled in; `startAt` null for now, `endAt` null for never. */
export type AdFields = {
  title: string;
  text: string;
  linkUrl: string;
  site: string;
  hasFile: boolean;
  startAt: Date | null;
  endAt: Date | null;
  capPerUserPerDay: number;
  frequency: number;
};

export type AdErrors = { [field in keyof AdFields]?: string };

/** The errors of a filled-in ad, by field, such as an end before its start; empty when it can be created. */
export function adErrors(ad: AdFields, now: Date): AdErrors {
  const { title, text, site, linkUrl, startAt, endAt } = ad;
  const errors: AdErrors = {};
  if (codePoints(title) > limits.adTitle) errors.title = `Hasta ${limits.adTitle} caracteres.`;
  if (codePoints(text) > limits.adText) errors.text = `Hasta ${limits.adText} caracteres.`;
  if (codePoints(site) > limits.adSite) errors.site = `Hasta ${limits.adSite} caracteres.`;
  if (linkUrl.trim() === '') errors.linkUrl = 'Ingresá el enlace (link de destino).';
  else if (normaliseLink(linkUrl) === null) errors.linkUrl = 'El enlace no es válido.';
  if (!ad.hasFile) errors.hasFile = 'Subí una imagen o un video para el anuncio.';
  if (startAt && !isTime(startAt)) errors.startAt = 'La fecha no es válida.';
  if (endAt && !isTime(endAt)) errors.endAt = 'La fecha no es válida.';
  else if (endAt && endAt <= (startAt ?? now)) errors.endAt = 'El fin tiene que ser posterior al inicio.';
  if (!isWhole(ad.capPerUserPerDay, limits.adCapMin)) errors.capPerUserPerDay = numberError(limits.adCapMin);
  if (!isWhole(ad.frequency, limits.adFrequencyMin)) errors.frequency = numberError(limits.adFrequencyMin);
  return errors;
}

// A year that is half typed is one of the Romans.
function isTime(at: Date): boolean {
  return at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 3000;
}

function isWhole(value: number, from: number): boolean {
  return Number.isInteger(value) && value >= from && value <= limits.adNumberMax;
}

function numberError(from: number): string {
  return `Tiene que ser un número entero de ${from} a ${limits.adNumberMax}.`;
}

/** The ads among the posts of one list. */
export type Placement<T> = {
  /** Which stands after which post. */
  readonly after: ReadonlyMap<string, T>;
  /** The place in the cycle of the next one. */
  readonly next: number;
  /** The posts that were walked: whether an ad stands after them is decided. */
  readonly walked: ReadonlySet<string>;
};

export function noPlacement<T>(): Placement<T> {
  return { after: new Map(), next: 0, walked: new Set() };
}

type ToPlace<T> = {
  /** The posts of the list, all of them, in order. */
  postIds: readonly string[];
  ads: readonly T[];
  before: Placement<T>;
  /** Whether an ad may have one place more: it is shown now, and below its cap. */
  isOpen: (ad: T) => boolean;
};

/**
 * Places the ads in a list. Every ad has its own frequency: the next eligible ad of the cycle is placed as soon as
 * that many posts have passed since the last one. Earlier placements stay, so a list grows at its end without moving
 * an ad; posts that arrive on top get one where there is room on both sides.
 */
export function placeAds<T extends Pick<Ad, 'frequency'>>({
  postIds,
  ads,
  before,
  isOpen,
}: ToPlace<T>): Placement<T> {
  const after = new Map<string, T>();
  let { next } = before;
  let posts = 0;
  for (const [i, postId] of postIds.entries()) {
    posts++;
    const kept = before.after.get(postId);
    const found = before.walked.has(postId) ? null : nextOpen(ads, next, isOpen);
    const fits = found && posts >= found.ad.frequency && isFree(found.ad.frequency, postIds, i, before);
    const ad = kept ?? (fits ? found.ad : null);
    if (!ad) continue;
    after.set(postId, ad);
    posts = 0;
    if (fits) next = found.index + 1;
  }
  return { after, next, walked: new Set(postIds) };
}

function nextOpen<T>(ads: readonly T[], from: number, isOpen: (ad: T) => boolean) {
  for (let i = from; i < from + ads.length; i++) {
    const ad = ads[i % ads.length];
    if (ad !== undefined && isOpen(ad)) return { ad, index: i % ads.length };
  }
  return null;
}

// Whether as many posts follow before the next ad that stands already.
function isFree<T>(
  frequency: number,
  postIds: readonly string[],
  i: number,
  { after }: Placement<T>,
): boolean {
  return !postIds.slice(i + 1, i + frequency).some((postId) => after.has(postId));
}

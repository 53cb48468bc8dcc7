import type { Ad } from '../calls/ads.ts';
import { limits } from './limits.ts';
import { normaliseLink } from './links.ts';
import { codePoints } from './text.ts';

type Times = Pick<Ad, 'status' | 'startAt' | 'endAt'>;

export function isActive(ad: Times, at: Date): boolean {
  return adState(ad, at) === 'activo';
}

export type AdState = 'activo' | 'pausado' | 'programado' | 'terminado';

export function adState({ status, startAt, endAt }: Times, at: Date): AdState {
  if (endAt !== null && at > new Date(endAt)) return 'terminado';
  if (status === 'paused') return 'pausado';
  return at < new Date(startAt) ? 'programado' : 'activo';
}

/** `startAt` null: now; `endAt` null: never. */
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

// A half-typed year parses as one of the first centuries.
function isTime(at: Date): boolean {
  return at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 3000;
}

function isWhole(value: number, from: number): boolean {
  return Number.isInteger(value) && value >= from && value <= limits.adNumberMax;
}

function numberError(from: number): string {
  return `Tiene que ser un número entero de ${from} a ${limits.adNumberMax}.`;
}

export type Placement<T> = {
  readonly after: ReadonlyMap<string, T>;
  readonly next: number;
  /** Posts that have been decided on, with or without an ad. */
  readonly considered: ReadonlySet<string>;
};

export function noPlacement<T>(): Placement<T> {
  return { after: new Map(), next: 0, considered: new Set() };
}

type PlacementInput<T> = {
  postIds: readonly string[];
  ads: readonly T[];
  before: Placement<T>;
  /** How many more times an ad may be placed; 0 when it is not running. */
  openings: (ad: T) => number;
};

/**
 * Places ads in a list. Each ad has its own frequency: the next eligible ad in the rotation is placed once
 * that many posts have passed since the last one. Earlier placements never move, so a list can grow at its
 * end; posts arriving on top get an ad where there is room on both sides.
 */
export function placeAds<T extends Pick<Ad, 'frequency'>>({
  postIds,
  ads,
  before,
  openings,
}: PlacementInput<T>): Placement<T> {
  const after = new Map<string, T>();
  const left = new Map<T, number>();
  const isOpen = (ad: T) => {
    const count = left.get(ad) ?? openings(ad);
    left.set(ad, count);
    return count > 0;
  };
  let { next } = before;
  let posts = 0;
  for (const [i, postId] of postIds.entries()) {
    posts++;
    const existing = before.after.get(postId);
    const found = existing || before.considered.has(postId) ? null : nextOpen(ads, next, isOpen);
    const fits = found && posts >= found.ad.frequency && isFree(found.ad.frequency, postIds, i, before);
    const ad = existing ?? (fits ? found.ad : null);
    if (!ad) continue;
    after.set(postId, ad);
    posts = 0;
    if (!fits) continue;
    next = found.index + 1;
    left.set(ad, (left.get(ad) ?? 0) - 1);
  }
  return { after, next, considered: new Set(postIds) };
}

function nextOpen<T>(ads: readonly T[], from: number, isOpen: (ad: T) => boolean) {
  for (let i = from; i < from + ads.length; i++) {
    const ad = ads[i % ads.length];
    if (ad !== undefined && isOpen(ad)) return { ad, index: i % ads.length };
  }
  return null;
}

function isFree<T>(
  frequency: number,
  postIds: readonly string[],
  i: number,
  { after }: Placement<T>,
): boolean {
  return !postIds.slice(i + 1, i + frequency).some((postId) => after.has(postId));
}

import type { Output } from '../../../../contract/src/calls/all.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { answerOf } from '../../api/client.ts';
import { type Clubs, clubs } from './clubs-store.ts';

export function listOf({ items, popular }: Output<'getClubs'>): Omit<Clubs, 'Badge'> {
  return { items, bySlug: new Map(items.map((club) => [club.slug, club])), popular };
}

let isReread = false;

/** A club missing from the list is newer than the browser's copy. Reloads once. */
export async function rereadClubs(): Promise<void> {
  const before = clubs.read();
  if (isReread || !before) return;
  isReread = true;
  const list = await answerOf<Output<'getClubs'>>(fetch('/api/getClubs', { cache: 'no-cache' })).catch(
    ignoreApiError,
  );
  if (list) clubs.write({ ...before, ...listOf(list) });
}

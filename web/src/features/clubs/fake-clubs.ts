import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { clubs } from './clubs-store.ts';
import { DrawnBadge } from './DrawnBadge.tsx';
import { listOf } from './read-clubs.ts';

export const fakeClub = (slug: string, name: string, fields: Partial<Club> = {}): Club => ({
  slug,
  name,
  short: name,
  division: 'primera',
  place: 'Buenos Aires',
  pattern: 'liso',
  colours: ['#111111', '#FFFFFF'],
  aliases: [],
  active: true,
  ...fields,
});

export function writeClubs(items: Club[]): void {
  const popular = items.map(({ slug }) => slug);
  clubs.write({ ...listOf({ version: '1', items, popular }), Badge: DrawnBadge });
}

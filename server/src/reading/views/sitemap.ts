import type { Database } from '../../platform/postgres/database.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { findPostOwners, findSitemapFile, findSitemapNumbers, findStillIndexable } from '../store/sitemap.ts';
import { clubPath } from './club-page.ts';
import { html, type Html } from './html.ts';
import type { PublicSite } from './public-reads.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const clubsName = 'cuadros';

export async function sitemapIndex({ db }: FeedReads, site: PublicSite): Promise<string> {
  const names = [...(hasClubs(site) ? [clubsName] : []), ...(await findSitemapNumbers(db))];
  const entry = (name: string | number) =>
    html`<sitemap><loc>${site.publicUrl}/sitemap/${name}.xml</loc></sitemap>`;
  return xml(html`<sitemapindex xmlns="${namespace}">${names.map(entry)}</sitemapindex>`);
}

/** Content that was removed since the job ran is left out. Null when there is no such file. */
export async function sitemapFile(reads: FeedReads, site: PublicSite, name: string): Promise<string | null> {
  const paths = await pathsIn(reads, site, name);
  if (paths === null) return null;
  const entry = (path: string) => html`<url><loc>${site.publicUrl}${path}</loc></url>`;
  return xml(html`<urlset xmlns="${namespace}">${paths.map(entry)}</urlset>`);
}

async function pathsIn(reads: FeedReads, site: PublicSite, name: string): Promise<string[] | null> {
  if (name === clubsName && hasClubs(site)) return clubPaths(reads);
  return /^[1-9]\d{0,4}$/.test(name) ? pathsOfPeople(reads.db, Number(name)) : null;
}

async function clubPaths({ clubs }: FeedReads): Promise<string[]> {
  return [...(await clubs.bySlug()).values()].filter(({ active }) => active).map(clubPath);
}

async function pathsOfPeople(db: Database, number: number): Promise<string[] | null> {
  const file = await findSitemapFile(db, number);
  if (file === null) return null;
  const people = await findInBatches(file.people, (uids) => findStillIndexable(db, uids));
  const indexableUids = new Set(people.map(({ uid }) => uid));
  const posts = await findInBatches(file.posts, (ids) => findPostOwners(db, ids));
  return [
    ...people.map(({ uid, handle }) => (handle === '' ? `/perfil/${uid}` : `/@${handle}`)),
    ...posts.flatMap(({ id, ownerUid }) => (indexableUids.has(ownerUid) ? [`/p/${id}`] : [])),
  ];
}

const batchSize = 1_000;

async function findInBatches<T>(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let i = 0; i < ids.length; i += batchSize) found.push(...(await find(ids.slice(i, i + batchSize))));
  return found;
}

function hasClubs({ features }: PublicSite): boolean {
  return features.includes('cuadros');
}

function xml(root: Html): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`;
}

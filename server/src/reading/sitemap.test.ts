import { afterAll, beforeAll, expect, it } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { addJob } from '../kernel/store/jobs.ts';
import { makeSitemap } from './jobs/make-sitemap.ts';

const { db } = await cloneDatabase();
const publicUrl = 'http://localhost:3000';
let site: TestSite;

beforeAll(async () => {
  site = await openSite(db);
});
afterAll(() => site.close());

const get = (url: string, of = site) => of.app.http.inject({ url });
const paths = ({ body }: { body: string }) =>
  [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.slice(publicUrl.length));
const publish = async (who: User) => `/p/${(await who.call('publishPost', { text: 'Vamos' })).post.id}`;
// A process caches the files for a moment: a new one has nothing cached.
async function getUncached(path: string) {
  const other = await openSite(db);
  const answer = await get(path, other);
  await other.close();
  return answer;
}

it('the sitemap lists clubs, and the people who want it with their posts, as long as they do', async () => {
  const [ana, beto, shy] = await site.users('Ana', 3);
  await ana!.call('updateProfile', { displayName: 'Ana', handle: 'ana.fan', bio: '' });
  await beto!.call('updateProfile', { displayName: 'Beto', handle: '', bio: '' });
  for (const who of [ana!, beto!])
    await who.call('setReadingChoice', { publicReading: true, indexable: true });
  const posts = [await publish(ana!), await publish(ana!), await publish(beto!)];
  await publish(shy!);
  await addJob(db, 'make-sitemap', {});
  await drainJobs(db);
  const index = await get('/sitemap.xml');
  expect([index.statusCode, index.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(paths(index)).toEqual(['/sitemap/cuadros.xml', '/sitemap/1.xml']);
  expect((await get('/robots.txt')).body).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
  const clubs = paths(await get('/sitemap/cuadros.xml'));
  expect([clubs.length > 100, clubs.includes('/club/boca')]).toEqual([true, true]);
  const all = ['/@ana.fan', `/perfil/${beto!.uid}`, ...posts];
  expect(paths(await get('/sitemap/1.xml')).toSorted()).toEqual(all.toSorted());
  for (const path of ['/sitemap/2.xml', '/sitemap/index.xml', '/sitemap/0.xml', '/sitemap/x.xml'])
    expect((await get(path)).statusCode).toBe(404);
  await ana!.call('deletePost', { postId: posts[0]!.slice(3) });
  await beto!.call('setReadingChoice', { publicReading: true, indexable: false });
  expect(paths(await getUncached('/sitemap/1.xml')).toSorted()).toEqual(['/@ana.fan', posts[1]!].toSorted());
});

it('a file is never longer than it may be, and files that are not needed any more go', async () => {
  const fans = await site.users('Hincha', 3);
  for (const who of fans) {
    await who.call('updateProfile', { displayName: 'Hincha', handle: '', bio: '' });
    await who.call('setReadingChoice', { publicReading: true, indexable: true });
    await publish(who);
    await publish(who);
  }
  await makeSitemap({ db }, 3);
  const names = paths(await getUncached('/sitemap.xml')).filter((name) => !name.includes('cuadros'));
  const files = await Promise.all(names.map(async (name) => paths(await getUncached(name))));
  expect(files.map(({ length }) => length <= 3)).toEqual(names.map(() => true));
  for (const { uid } of fans) expect(files.flat()).toContain(`/perfil/${uid}`);
  expect(files.flat().filter((path) => path.startsWith('/p/')).length).toBeGreaterThanOrEqual(6);
  for (const who of fans) await who.call('setReadingChoice', { publicReading: true, indexable: false });
  await makeSitemap({ db });
  expect(paths(await getUncached('/sitemap.xml'))).toEqual(['/sitemap/cuadros.xml', '/sitemap/1.xml']);
});

it('a site that only members read has no sitemap', async () => {
  const off = await openSite(db, { features: [] });
  expect((await get('/sitemap.xml', off)).statusCode).toBe(404);
  expect((await get('/robots.txt', off)).body).not.toContain('Sitemap');
  await off.close();
});

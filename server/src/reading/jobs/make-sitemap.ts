import { firstId } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import type { Writes } from '../../kernel/writes.ts';
import {
  deleteSitemapFilesAfter,
  findIndexablePeople,
  findListedPosts,
  peopleAtOnce,
  replaceSitemapFile,
} from '../store/sitemap.ts';

const addressesPerFile = 10_000;

/** Files are replaced one by one, so a person may be in two while the job runs. */
export async function makeSitemap({ db }: Pick<Writes, 'db'>, size = addressesPerFile): Promise<void> {
  let number = 1;
  let file = { people: [] as string[], posts: [] as string[] };
  const isRoomFor = (more: number) => file.people.length + file.posts.length + more <= size;
  const pages = readPages(
    (after) => findIndexablePeople(db, after),
    (last) => last,
    { first: firstId, size: peopleAtOnce },
  );
  for await (const people of pages) {
    for (const uid of people) {
      const posts = (await findListedPosts(db, uid)).slice(0, size - 1);
      if (!isRoomFor(1 + posts.length)) {
        await replaceSitemapFile(db, number++, file);
        file = { people: [], posts: [] };
      }
      file.people.push(uid);
      file.posts.push(...posts);
    }
  }
  if (file.people.length > 0) await replaceSitemapFile(db, number++, file);
  await deleteSitemapFilesAfter(db, number - 1);
}

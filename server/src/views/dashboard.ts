import { limits } from '../../../contract/src/rules/limits.ts';
import { fromHead, listPage } from './feed.ts';
import type { Reads } from './reads.ts';
import type { TotalCounts } from './totals.ts';

/** The dashboard's answer as JSON: how many users and posts there are, and the latest posts. */
export async function dashboardText(reads: Reads, totals: TotalCounts, viewerUid: string): Promise<string> {
  const { heads } = reads;
  const [{ users, posts }, { items }] = await Promise.all([
    totals.read(),
    listPage(
      reads,
      viewerUid,
      null,
      (before) =>
        fromHead(
          before,
          () => heads.latest(),
          (id) => heads.readLatest(id),
        ),
      limits.adminPosts,
      'everything',
    ),
  ]);
  return `{"users":${users},"posts":${posts},"latestPosts":[${items.join(',')}]}`;
}

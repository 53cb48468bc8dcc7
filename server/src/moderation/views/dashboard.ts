import { limits } from '../../../../contract/src/rules/limits.ts';
import { readTotals } from '../../kernel/store/totals.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { fromHead, listPage } from '../../timeline/views/feed.ts';
import { type CaseAdmin, excludedAuthor } from '../store/own-cases.ts';
import { countWaitingReports } from '../store/reports.ts';

/** Written as JSON text, since the posts are cached as text. */
export async function dashboardText(reads: FeedReads, admin: CaseAdmin): Promise<string> {
  const { heads } = reads;
  const [{ users, posts }, reports, { items }] = await Promise.all([
    readTotals(reads.db, 'users', 'posts'),
    excludedAuthor(reads.db, admin).then((excluded) => countWaitingReports(reads.db, excluded)),
    listPage(
      reads,
      admin.uid,
      null,
      (before) =>
        fromHead(
          before,
          () => heads.latest(),
          (id) => heads.readLatest(id),
        ),
      limits.adminPosts,
      'admin-list',
    ),
  ]);
  const waiting = reports.new + reports.reviewing;
  return `{"users":${users},"posts":${posts},"waitingReports":${waiting},"latestPosts":[${items.join(',')}]}`;
}

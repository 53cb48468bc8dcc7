import { topicKey } from '../../../../contract/src/rules/texts/topics.ts';
import { readCursor } from '../../kernel/cursors.ts';
import { pageAnswer } from '../../kernel/page-text.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { isAdmin } from '../../sessions/views/session.ts';
import { topicNotFound } from '../../topics/actions/set-topic.ts';
import { topicPage, type TopicPageReads } from '../views/topic-page.ts';

type Needs = { reads: TopicPageReads; writes: Writes; signer: Signer; superAdminEmail: string | null };

export function topicPageRoutes({ reads, writes, signer, superAdminEmail }: Needs): Handlers<'getTag'> {
  return {
    getTag: async ({ input, session: { uid } }) => {
      const tag = topicKey(input.tag);
      if (tag === null) throw topicNotFound();
      const list = `topic ${tag}`;
      const before = readCursor(signer, list, input.cursor);
      const page = await topicPage(reads, uid, { tag, before, now: writes.now() });
      const { display, posts7d, people7d, hidden } = page;
      const saysHidden = hidden && (await isAdmin(reads.db, uid, superAdminEmail));
      return pageAnswer(signer, list, page, {
        tag,
        display,
        posts7d,
        people7d,
        ...(saysHidden && { hidden }),
      });
    },
  };
}

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../../ui/announce.ts';
import { alertDialog } from '../../ui/dialogs.ts';
import { showPending } from '../posts/pending-posts.ts';
import { type FeedTab, listNewPost } from '../posts/post-lists.ts';
import { reasonOf } from '../posts/reason.ts';
import { changeComposer, readComposer } from './composer-store.ts';
import { type Draft, giveBack, newDraft, saveDraft } from './draft.ts';

/** Publishes the draft. It shows on top of `tab` at once; when it fails it goes, and what was written comes back. */
export async function publish(author: Profile, tab: FeedTab): Promise<void> {
  const { draft, publishing } = readComposer(author.uid);
  if (publishing) return;
  const text = draft.text.trim();
  const link = normaliseLink(draft.link);
  // The stored draft stays until the server has the post: a reload meanwhile loses nothing, and its key makes a
  // second try the same post.
  changeComposer(author.uid, { draft: newDraft(), publishing: true });
  const takeAway = showPending(author, tab, { text, link });
  try {
    const input = { text, ...(link !== null && { link }) };
    const { post } = await command('publishPost', input, { idempotencyKey: draft.attemptKey });
    listNewPost(post);
    takeAway();
    keep(author.uid, readComposer(author.uid).draft);
    announce('Publicación enviada.');
    void queryClient.invalidateQueries({ queryKey: ['profile', author.uid] });
  } catch (error) {
    takeAway();
    keep(author.uid, giveBack(draft, readComposer(author.uid).draft));
    // The composer itself says it when the session is gone.
    const signedOut = error instanceof ApiError && error.code === 'unauthenticated';
    if (!signedOut) void alertDialog(`No se pudo publicar: ${reasonOf(error)}`);
  }
}

function keep(uid: string, draft: Draft): void {
  changeComposer(uid, { draft, publishing: false });
  saveDraft(localStorage, uid, draft);
}

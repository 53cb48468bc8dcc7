import type { PostView, Profile } from '../../../../../contract/src/calls/shapes.ts';
import { command } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { profileKey } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { isViewer } from '../../session/session-store.ts';
import { currentFeedTab } from '../lists/post-lists.ts';
import { showPending } from '../lists/show-pending.ts';
import type { QuoteDraft } from './quote-draft.ts';

/** Shows on top of the feed at once, and disappears on failure. Throws ApiError. */
export async function publishQuote(author: Profile, quoted: PostView, draft: QuoteDraft): Promise<void> {
  const text = draft.text.trim();
  // The server sends quoted posts one level deep.
  const inner = { ...quoted, quoted: null, repostedBy: null };
  const endPending = showPending(author, currentFeedTab(), { text, quoteOf: quoted.id, quoted: inner });
  try {
    const input = { text, quoteOf: quoted.id };
    const { post } = await command('publishPost', input, { idempotencyKey: draft.attemptKey });
    endPending(post);
  } catch (error) {
    endPending();
    throw error;
  }
  if (isViewer(author.uid)) toast('Publicación enviada.', { type: 'success' });
  void queryClient.invalidateQueries({ queryKey: profileKey(author.uid) });
}

import type { Input } from '../../../../contract/src/calls/all.ts';
import type { LinkPreview, PostView, Profile } from '../../../../contract/src/calls/shapes.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey } from '../../api/query-keys.ts';
import { reasonOf } from '../../api/reason.ts';
import { announce } from '../../ui/browser/announce.ts';
import { alertDialog } from '../../ui/overlays/dialogs.ts';
import type { Attachment } from '../posts/files/attachment.ts';
import { UploadStopped } from '../posts/files/uploads.ts';
import { type PendingContent, showPending } from '../posts/lists/pending-posts.ts';
import { type FeedTab, listNewPost } from '../posts/lists/post-lists.ts';
import { linkPreviewQuery } from '../posts/parts/link-preview.ts';
import { forgetPublished, uploadedKey } from './attach.ts';
import { changeComposer, readComposer } from './composer-store.ts';
import { type Draft, giveBack, newDraft } from './draft.ts';
import { pendingPoll, pollInput } from './poll-draft.ts';
import { forgetClosedPoll } from './toggle-poll.ts';

/**
 * Publishes the draft. It shows on top of `tab` at once; after a failure it disappears and the composer has its
 * content again. Waits for the upload, which started when the file was picked and has usually finished.
 */
export async function publish(
  author: Profile,
  tab: FeedTab,
  onPublished: (post: PostView) => void = () => announce('Publicación enviada.'),
): Promise<void> {
  const { uid } = author;
  const { draft, attachment, outgoing } = readComposer(uid);
  if (outgoing) return;
  const empty = { draft: newDraft(), attachment: null, fileError: null, warningAsked: false };
  changeComposer(uid, { ...empty, outgoing: { draft, attachment } });
  const removePending = showPending(author, tab, pendingContent(draft, attachment));
  try {
    const input = draft.sent ?? (await inputOf(uid, draft, attachment));
    rememberInput(uid, input);
    const { post } = await command('publishPost', input, { idempotencyKey: draft.attemptKey });
    listNewPost(post);
    removePending();
    changeComposer(uid, { outgoing: null });
    forgetClosedPoll(uid);
    if (attachment) forgetPublished(uid, attachment);
    onPublished(post);
    void queryClient.invalidateQueries({ queryKey: profileKey(uid) });
  } catch (error) {
    removePending();
    returnToComposer(uid, error);
    // The composer itself shows a lost session, and the user knows about a stopped upload.
    const isExpected =
      error instanceof UploadStopped || (error instanceof ApiError && error.code === 'unauthenticated');
    if (!isExpected) void alertDialog(`No se pudo publicar: ${reasonOf(error)}`);
  }
}

async function inputOf(
  uid: string,
  draft: Draft,
  attachment: Attachment | null,
): Promise<Input<'publishPost'>> {
  const text = draft.text.trim();
  const link = normaliseLink(draft.link);
  const linkPreview = link === null ? undefined : previewOf(link);
  const poll = pollInput(draft.poll);
  const key = attachment && (await uploadedKey(uid, attachment));
  return {
    text,
    ...(link !== null && { link }),
    ...(linkPreview && { linkPreview }),
    ...(key !== null && { media: { key } }),
    ...(poll && { poll }),
    ...(draft.warning && { warning: { kind: draft.warning.kind, label: draft.warning.label } }),
  };
}

function rememberInput(uid: string, sent: Draft['sent']): void {
  const { outgoing } = readComposer(uid);
  if (outgoing) changeComposer(uid, { outgoing: { ...outgoing, draft: { ...outgoing.draft, sent } } });
}

function returnToComposer(uid: string, error: unknown): void {
  if (!mayHaveArrived(error)) rememberInput(uid, null);
  const { draft, attachment, outgoing } = readComposer(uid);
  if (!outgoing) return;
  const failed = outgoing.attachment;
  changeComposer(uid, {
    draft: giveBack(outgoing.draft, draft),
    attachment: attachment ?? (failed && isGone(error) ? sendAgain(failed, error) : failed),
    outgoing: null,
  });
}

// Without an answer the outcome is unknown.
function mayHaveArrived(error: unknown): boolean {
  return error instanceof ApiError && ['offline', 'internal', 'unavailable'].includes(error.code);
}

// The server may have dropped the file, which it keeps for a day: the next attempt uploads it again.
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid-argument';
}

function sendAgain(attachment: Attachment, error: unknown): Attachment {
  return { ...attachment, upload: { phase: 'stopped', reason: reasonOf(error) } };
}

function pendingContent(draft: Draft, attachment: Attachment | null): PendingContent {
  const link = normaliseLink(draft.link);
  return {
    text: draft.text.trim(),
    link,
    linkPreview: (link !== null && previewOf(link)) || null,
    media: attachment && {
      url: attachment.url,
      type: attachment.type,
      width: attachment.width,
      height: attachment.height,
      color: null,
    },
    poll: pendingPoll(draft.poll, Date.now()),
    ...(draft.warning && { warning: draft.warning }),
  };
}

function previewOf(link: string): LinkPreview | undefined {
  return queryClient.getQueryData(linkPreviewQuery(link).queryKey);
}

import type { Input } from '../../../../contract/src/calls/all.ts';
import type { LinkPreview, PostView, Profile } from '../../../../contract/src/calls/shapes.ts';
import { cleanText } from '../../../../contract/src/rules/clean-text.ts';
import { normaliseLink } from '../../../../contract/src/rules/links.ts';
import { ApiError, mayHaveArrived } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey } from '../../api/query-keys.ts';
import { reasonOf } from '../../api/reason.ts';
import { announce } from '../../ui/browser/announce.ts';
import { alertDialog } from '../../ui/overlays/dialogs.ts';
import type { Attachment } from '../posts/files/attachment.ts';
import { UploadStopped } from '../posts/files/uploads.ts';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import { type PendingContent, showPending } from '../posts/lists/show-pending.ts';
import { linkPreviewQuery } from '../posts/parts/link-preview.ts';
import { isViewer } from '../session/session-store.ts';
import { forgetPublished, uploadedKey } from './attach.ts';
import { changeComposer, readComposer } from './composer-store.ts';
import { type Draft, giveBack, isEmptyDraft, newDraft } from './draft.ts';
import { pendingPoll, pollInput } from './poll-draft.ts';
import { forgetClosedPoll } from './show-poll.ts';

/**
 * The post shows on top of `tab` at once; after a failure it disappears and the composer gets its content
 * back. Waits for the uploads, which started when the files were picked and have usually finished.
 */
export async function publish(
  author: Profile,
  tab: FeedTab,
  onPublished: (post: PostView) => void = () => announce('Publicación enviada.'),
): Promise<void> {
  const { uid } = author;
  const { draft, attachments, outgoing } = readComposer(uid);
  if (outgoing) return;
  const files = filesOf(draft, attachments);
  const empty = {
    draft: newDraft(),
    attachments: [],
    fileError: null,
    fileNotice: null,
    warningAsked: false,
  };
  changeComposer(uid, { ...empty, outgoing: { draft, attachments } });
  const endPending = showPending(author, tab, pendingContent(draft, files));
  try {
    const input = draft.sent ?? (await inputOf(uid, draft, files));
    // The files took their time: the post would go out in the name of somebody else.
    if (!isViewer(uid)) throw new UploadStopped();
    rememberInput(uid, input);
    const send = () => command('publishPost', input, { idempotencyKey: draft.attemptKey });
    const { post } = await send().catch((error: unknown) => {
      // Given back above what was typed meanwhile, a post that has arrived would be published with it again.
      if (!mayHaveArrived(error) || isEmptyDraft(readComposer(uid).draft)) throw error;
      return send();
    });
    endPending(post);
    changeComposer(uid, { outgoing: null });
    forgetClosedPoll(uid);
    for (const { attachment } of files) forgetPublished(uid, attachment);
    if (isViewer(uid)) onPublished(post);
    void queryClient.invalidateQueries({ queryKey: profileKey(uid) });
  } catch (error) {
    endPending();
    returnToComposer(uid, error);
    // The composer itself shows a lost session, and the user knows about a stopped upload.
    const isExpected =
      error instanceof UploadStopped || (error instanceof ApiError && error.code === 'unauthenticated');
    if (!isExpected && isViewer(uid)) void alertDialog(`No se pudo publicar: ${reasonOf(error)}`);
  }
}

type DraftFile = { attachment: Attachment; alt: string };

async function inputOf(
  uid: string,
  draft: Draft,
  files: readonly DraftFile[],
): Promise<Input<'publishPost'>> {
  const text = draft.text.trim();
  const link = normaliseLink(draft.link);
  const linkPreview = link === null ? undefined : previewOf(link);
  const poll = pollInput(draft.poll);
  const keys = await Promise.all(files.map(({ attachment }) => uploadedKey(uid, attachment)));
  const attachments = files.map(({ alt }, i) => ({ key: keys[i] ?? '', ...(alt !== '' && { alt }) }));
  return {
    text,
    ...(link !== null && { link }),
    ...(linkPreview && { linkPreview }),
    ...(attachments.length > 0 && { attachments }),
    ...(poll && { poll }),
    ...(draft.controls &&
      draft.controls.commentPolicy !== 'all' && { commentPolicy: draft.controls.commentPolicy }),
    ...(draft.controls && !draft.controls.quotesAllowed && { quotesAllowed: false }),
    ...(draft.warning && { warning: { kind: draft.warning.kind, label: draft.warning.label } }),
  };
}

function rememberInput(uid: string, sent: Draft['sent']): void {
  const { outgoing } = readComposer(uid);
  if (outgoing) changeComposer(uid, { outgoing: { ...outgoing, draft: { ...outgoing.draft, sent } } });
}

function returnToComposer(uid: string, error: unknown): void {
  if (!mayHaveArrived(error)) rememberInput(uid, null);
  const { draft, attachments, outgoing } = readComposer(uid);
  if (!outgoing) return;
  const files = outgoing.attachments;
  const returnedFiles = isInvalid(error) ? files.map((item) => sendAgain(item, error)) : files;
  changeComposer(uid, {
    draft: giveBack(outgoing.draft, draft),
    attachments: attachments.length > 0 ? attachments : returnedFiles,
    outgoing: null,
  });
}

// The server keeps an unused upload for a day and may have dropped it: the next attempt uploads all again.
function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid-argument';
}

function sendAgain(attachment: Attachment, error: unknown): Attachment {
  return { ...attachment, upload: { phase: 'stopped', reason: reasonOf(error) } };
}

function filesOf({ files }: Draft, attachments: readonly Attachment[]): DraftFile[] {
  return files.flatMap(({ id, alt }) => {
    const attachment = attachments.find((item) => item.id === id);
    return attachment ? [{ attachment, alt: cleanText(alt) }] : [];
  });
}

function pendingContent(draft: Draft, files: readonly DraftFile[]): PendingContent {
  const link = normaliseLink(draft.link);
  const attachments = files.map(({ attachment: { url, type, width, height }, alt }) => ({
    url,
    type,
    width,
    height,
    color: null,
    ...(alt !== '' && { alt }),
  }));
  return {
    text: draft.text.trim(),
    link,
    linkPreview: (link !== null && previewOf(link)) || null,
    media: attachments[0] ?? null,
    attachments,
    poll: pendingPoll(draft.poll, Date.now()),
    ...(draft.warning && { warning: draft.warning }),
  };
}

function previewOf(link: string): LinkPreview | undefined {
  return queryClient.getQueryData(linkPreviewQuery(link).queryKey);
}

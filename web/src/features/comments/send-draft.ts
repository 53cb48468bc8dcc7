import { useEffect, useEffectEvent } from 'react';

import type { Input } from '../../../../contract/src/calls/all.ts';
import { ApiError } from '../../api/api-error.ts';
import { settlePost } from '../../api/post-cache.ts';
import { createStore, useStore } from '../../state/create-store.ts';
import { dropTextDraft, type TextDraft } from '../../state/text-draft.ts';
import { announce } from '../../ui/browser/announce.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { isViewer, viewerUid } from '../session/session-store.ts';
import { sendComment } from './use-comments.ts';

const failureLine = 'No se pudo publicar el comentario.';
const toastMs = 6_000;

type OnEnd = (draft: TextDraft, failure: string | null) => void;
type Attempt = { readonly draft: TextDraft; readonly boxes: Set<OnEnd> };

// By the key of the draft. They outlive their box: a reader may leave and come back meanwhile.
const attempts = createStore<ReadonlyMap<string, Attempt>>(new Map());

/**
 * Whether the draft of this key is being sent, by this box or by one before it. `onEnd` gets the text of the
 * failure, or null.
 */
export function useSending(key: string, onEnd: OnEnd): boolean {
  const attempt = useStore(attempts).get(key);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!attempt) return undefined;
    const box: OnEnd = (draft, failure) => end(draft, failure);
    attempt.boxes.add(box);
    return () => {
      attempt.boxes.delete(box);
    };
  }, [attempt]);
  return attempt !== undefined;
}

/** Drops the draft on success. A failure that no box can show becomes a toast. */
export async function sendDraft(
  key: string,
  draft: TextDraft,
  input: Input<'addComment'>,
  publishedText: string,
): Promise<void> {
  const attempt: Attempt = { draft, boxes: new Set() };
  const report = (failure: string | null) => {
    for (const box of attempt.boxes) box(draft, failure);
  };
  // Somebody else may sign in meanwhile.
  const uid = viewerUid();
  attempts.write(new Map(attempts.read()).set(key, attempt));
  try {
    await sendComment(input, draft.attemptKey);
    dropTextDraft(key, draft);
    if (isViewer(uid)) announce(publishedText);
    report(null);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (attempt.boxes.size === 0 && isViewer(uid)) toastFailure(input);
    report(failureText(error));
    if (error.reason === 'comments-limited' && isViewer(uid)) {
      closeComments(input.postId);
      announce('Ya no podés comentar esta publicación.');
    }
  } finally {
    attempts.write(new Map([...attempts.read()].filter(([other]) => other !== key)));
  }
}

function failureText({ reason, code, message }: ApiError): string {
  return reason === 'comments-limited' || code === 'failed-precondition' ? message : failureLine;
}

function toastFailure({ postId, replyTo }: Input<'addComment'>): void {
  const comment = replyTo === undefined ? '' : `?comentario=${replyTo}`;
  toast(failureLine, {
    type: 'failure',
    durationMs: toastMs,
    action: { label: 'Ver', href: `/p/${postId}${comment}` },
  });
}

/** The author has limited who may comment: the page then says so instead of its boxes. */
function closeComments(postId: string): void {
  settlePost(postId, (post) => ({ ...post, viewer: { ...post.viewer, mayComment: false } }));
}

import { useId, useState, type SubmitEvent } from 'react';

import type { PostView, Profile } from '../../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../../contract/src/rules/text.ts';
import { ApiError } from '../../../api/api-error.ts';
import { findPost } from '../../../api/post-cache.ts';
import { reasonOf } from '../../../api/reason.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useAnnouncedCount } from '../../../ui/forms/use-announced-count.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { alertDialog } from '../../../ui/overlays/dialogs.ts';
import { openModal } from '../../../ui/overlays/modals.ts';
import { MentionTextBox } from '../../mentions/MentionTextBox.tsx';
import { ownerOf } from '../../session/session-state.ts';
import { isViewer } from '../../session/session-store.ts';
import { useSession } from '../../session/use-session.ts';
import { QuotedCard } from '../parts/QuotedCard.tsx';
import { publishQuote } from './publish-quote.ts';
import {
  dropQuote,
  editQuote,
  keepFailedQuote,
  loadQuote,
  type QuoteDraft,
  saveQuote,
} from './quote-draft.ts';

import dialog from '../../../ui/overlays/Dialog.module.css';
import styles from './QuoteDialog.module.css';

export function openQuote(postId: string): void {
  const post = findPost(postId);
  if (post) openModal((close) => <QuoteDialog post={post} onClose={close} />);
}

type Props = {
  post: PostView;
  failedDraft?: QuoteDraft;
  onClose: () => void;
};

function QuoteDialog({ post, failedDraft, onClose }: Props) {
  const session = useSession();
  const { user } = session;
  const uid = ownerOf(session) ?? '';
  const [draft, setDraft] = useState(() => failedDraft ?? loadQuote(uid, post.id));
  const length = codePoints(draft.text);
  const countId = useId();
  useAnnouncedCount(length, limits.postTextWarning, limits.postText);
  const ready = user !== null && length <= limits.postText;

  const type = (text: string) => {
    const next = editQuote(draft, text);
    setDraft(next);
    saveQuote(uid, post.id, next);
  };
  const send = () => {
    if (!ready) return;
    onClose();
    void publishOrReturn(user, post, draft);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };

  return (
    <Dialog title="Citar" onClose={onClose}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <div className={styles.write}>
          <Avatar src={user?.avatar ?? null} name={user?.displayName ?? ''} uid={uid} size={44} />
          <MentionTextBox
            label="Sumá tu comentario"
            className={styles.box}
            text={draft.text}
            limit={limits.postText}
            describedBy={countId}
            onText={type}
            onSend={send}
          />
        </div>
        <div className={styles.quoted}>
          <QuotedCard quoted={post} still />
        </div>
        {!user && (
          <p role="alert" className={styles.signedOut}>
            Tenés que iniciar sesión para publicar.
          </p>
        )}
        <div className={dialog.actions}>
          {length >= limits.postTextWarning && (
            <span id={countId} className={length > limits.postText ? styles.over : styles.count}>
              {length}/{limits.postText}
            </span>
          )}
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" disabled={!ready}>
            Publicar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** After a failure the dialog reopens with the draft. */
async function publishOrReturn(author: Profile, post: PostView, draft: QuoteDraft): Promise<void> {
  try {
    await publishQuote(author, post, draft);
    dropQuote(author.uid, post.id, draft);
  } catch (error) {
    keepFailedQuote(author.uid, post.id, draft);
    // Somebody else may have signed in: the draft waits for its author.
    if (!isViewer(author.uid)) return;
    openModal((close) => <QuoteDialog post={post} failedDraft={draft} onClose={close} />);
    // The dialog itself shows a lost session.
    const signedOut = error instanceof ApiError && error.code === 'unauthenticated';
    if (!signedOut) await alertDialog(`No se pudo publicar: ${reasonOf(error)}`);
  }
}

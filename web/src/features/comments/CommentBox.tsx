import { type Ref, useId, useState } from 'react';

import { commentText } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { settlePost } from '../../api/post-cache.ts';
import {
  dropTextDraft,
  editTextDraft,
  loadTextDraft,
  newTextDraft,
  saveTextDraft,
} from '../../state/text-draft.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { announce } from '../../ui/browser/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MentionTextBox } from '../mentions/MentionTextBox.tsx';
import { SignInLink } from '../session/SignInLink.tsx';
import { useSession } from '../session/use-session.ts';
import { sendComment } from './use-comments.ts';

import styles from './CommentBox.module.css';

type Props = {
  postId: string;
  /** The comment that a reply answers, with its author's name; `id` is null for the post. */
  replyTarget?: { id: string | null; name: string } | undefined;
  onSent?: () => void;
  /** Set when the comment is gone: the text can only be discarded. */
  onDiscard?: (() => void) | undefined;
  ref?: Ref<HTMLTextAreaElement>;
};

export function CommentBox({ postId, replyTarget, onSent, onDiscard, ref }: Props) {
  const { user, lostUid } = useSession();
  const key = `tablon.comment.${user?.uid ?? lostUid ?? ''}.${replyTarget?.id ?? postId}`;
  const [draft, setDraft] = useState(() => loadTextDraft(key));
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const errorId = useId();
  const ready = user !== null && !sending && !onDiscard && commentText(draft.text) !== '';

  const write = (text: string) => {
    const next = editTextDraft(draft, text);
    setDraft(next);
    saveTextDraft(key, next);
    setFailure(null);
  };
  const send = async () => {
    if (!ready) return;
    setSending(true);
    setFailure(null);
    const text = commentText(draft.text);
    const input = { postId, text, ...(replyTarget?.id && { replyTo: replyTarget.id }) };
    const reason = await trySend(input, draft.attemptKey);
    setSending(false);
    setFailure(reason);
    if (reason !== null) return;
    dropTextDraft(key, draft);
    announce(replyTarget ? 'Respuesta publicada.' : 'Comentario publicado.');
    // Text typed meanwhile stays.
    setDraft((current) => (current.attemptKey === draft.attemptKey ? newTextDraft() : current));
    onSent?.();
  };

  return (
    <form
      className={classNames(styles.form, replyTarget && styles.reply)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Avatar
        src={user?.avatar ?? null}
        name={user?.displayName ?? ''}
        uid={user?.uid ?? ''}
        size={replyTarget ? 28 : 36}
      />
      <div className={styles.fields}>
        <MentionTextBox
          ref={ref}
          label={replyTarget ? `Respondé a ${replyTarget.name}` : 'Escribí un comentario'}
          text={draft.text}
          limit={limits.commentText}
          onText={write}
          onSend={() => void send()}
          className={styles.box}
          describedBy={failure === null ? undefined : errorId}
        />
        {failure !== null && (
          <p id={errorId} role="alert" className={styles.error}>
            {failure}
          </p>
        )}
        {!user && (
          <p role="alert" className={styles.error}>
            <SignInLink>Ingresá para comentar.</SignInLink>
          </p>
        )}
      </div>
      {onDiscard ? (
        <Button
          size="small"
          className={styles.send}
          onClick={() => {
            saveTextDraft(key, newTextDraft());
            onDiscard();
          }}
        >
          Descartar
        </Button>
      ) : (
        <Button type="submit" variant="primary" size="small" disabled={!ready} className={styles.send}>
          {replyTarget ? 'Responder' : 'Comentar'}
        </Button>
      )}
    </form>
  );
}

async function trySend(input: Parameters<typeof sendComment>[0], attemptKey: string): Promise<string | null> {
  try {
    await sendComment(input, attemptKey);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason === 'comments-limited') closeComments(input.postId);
    if (error.reason === 'comments-limited' || error.code === 'failed-precondition') return error.message;
    return 'No se pudo publicar el comentario.';
  }
  return null;
}

/** The author has limited who may comment: the page then says so instead of its boxes. */
function closeComments(postId: string): void {
  settlePost(postId, (post) => ({ ...post, viewer: { ...post.viewer, mayComment: false } }));
}

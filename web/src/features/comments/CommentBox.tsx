import { type Ref, useId, useState } from 'react';
import { Link } from 'wouter';

import { commentText } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { announce } from '../../ui/browser/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { MentionTextBox } from '../mentions/MentionTextBox.tsx';
import { useSession } from '../session/use-session.ts';
import { sendComment } from './use-comments.ts';

import styles from './CommentBox.module.css';

type Props = { postId: string; ref?: Ref<HTMLTextAreaElement> };

export function CommentBox({ postId, ref }: Props) {
  const { user } = useSession();
  const [text, setText] = useState('');
  // Idempotency key: a retry with the same text is the same comment.
  const [attemptKey, setAttemptKey] = useState(() => crypto.randomUUID());
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const errorId = useId();
  const ready = user !== null && !sending && commentText(text) !== '';

  const write = (typed: string) => {
    setText(typed);
    setAttemptKey(crypto.randomUUID());
    setFailed(false);
  };
  const send = async () => {
    if (!ready) return;
    setSending(true);
    setFailed(false);
    const isSent = await trySend(postId, text, attemptKey);
    setSending(false);
    setFailed(!isSent);
    if (!isSent) return;
    // Text typed meanwhile stays.
    setText((typed) => (typed === text ? '' : typed));
    setAttemptKey(crypto.randomUUID());
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Avatar src={user?.avatar ?? null} name={user?.displayName ?? ''} uid={user?.uid ?? ''} size={36} />
      <div className={styles.fields}>
        <MentionTextBox
          ref={ref}
          label="Escribí un comentario"
          text={text}
          limit={limits.commentText}
          onText={write}
          onSend={() => void send()}
          className={styles.box}
          describedBy={failed ? errorId : undefined}
        />
        {failed && (
          <p id={errorId} role="alert" className={styles.error}>
            No se pudo publicar el comentario.
          </p>
        )}
        {!user && (
          <p role="alert" className={styles.error}>
            <Link href="/ingresar">Ingresá para comentar.</Link>
          </p>
        )}
      </div>
      <Button type="submit" variant="primary" size="small" disabled={!ready} className={styles.send}>
        Comentar
      </Button>
    </form>
  );
}

async function trySend(postId: string, text: string, attemptKey: string): Promise<boolean> {
  try {
    await sendComment(postId, commentText(text), attemptKey);
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
  announce('Comentario publicado.');
  return true;
}

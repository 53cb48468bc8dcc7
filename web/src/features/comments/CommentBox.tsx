import { type Ref, useId, useState } from 'react';

import { commentText } from '../../../../contract/src/rules/clean-text.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { editTextDraft, loadTextDraft, newTextDraft, saveTextDraft } from '../../state/text-draft.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MentionTextBox } from '../mentions/MentionTextBox.tsx';
import { ownerOf } from '../session/session-state.ts';
import { SignInLink } from '../session/SignInLink.tsx';
import { useSession } from '../session/use-session.ts';
import { sendDraft, useSending } from './send-draft.ts';

import styles from './CommentBox.module.css';

type Props = {
  postId: string;
  /** The comment that a reply answers, with its author's name; `id` is null for the post. */
  replyTarget?: { id: string | null; name: string } | undefined;
  onSent?: () => void;
  /** Set when the comment is gone: the text can only be discarded. */
  onDiscard?: (() => void) | undefined;
  /** Nobody comments here any more: only a text that was typed before is left, to be discarded. */
  isClosed?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

export function CommentBox({ postId, replyTarget, onSent, onDiscard, isClosed = false, ref }: Props) {
  const session = useSession();
  const { user } = session;
  const key = `tablon.comment.${ownerOf(session) ?? ''}.${replyTarget?.id ?? postId}`;
  const [draft, setDraft] = useState(() => loadTextDraft(key));
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useSending(key, (sentDraft, newFailure) => {
    setFailure(newFailure);
    if (newFailure !== null) return;
    // Text typed meanwhile stays.
    if (draft.attemptKey !== sentDraft.attemptKey) return;
    setDraft(newTextDraft());
    onSent?.();
  });
  const errorId = useId();
  const canDiscard = isClosed || onDiscard !== undefined;
  const ready = user !== null && !sending && !canDiscard && commentText(draft.text) !== '';

  const write = (text: string) => {
    const next = editTextDraft(draft, text);
    setDraft(next);
    saveTextDraft(key, next);
    setFailure(null);
  };
  const send = () => {
    if (!ready) return;
    setFailure(null);
    const text = commentText(draft.text);
    const input = { postId, text, ...(replyTarget?.id && { replyTo: replyTarget.id }) };
    void sendDraft(key, draft, input, replyTarget ? 'Tu respuesta se publicó.' : 'Tu comentario se publicó.');
  };

  const discard = () => {
    const empty = newTextDraft();
    setDraft(empty);
    saveTextDraft(key, empty);
    onDiscard?.();
  };

  if (isClosed && draft.text === '') return null;
  return (
    <form
      className={classNames(styles.form, replyTarget && styles.reply)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
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
          onSend={send}
          className={styles.box}
          describedBy={failure === null ? undefined : errorId}
        />
        {failure !== null && !isClosed && (
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
      {canDiscard ? (
        <Button size="small" className={styles.send} onClick={discard}>
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

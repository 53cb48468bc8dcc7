import { type ComponentType, useRef, useState } from 'react';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { returnFocus } from '../../ui/browser/return-focus.ts';
import { markRead } from './notifications-store.ts';

import styles from './NotificationReply.module.css';

type Target = { postId: string; commentId: string | null; name: string };

export type ReplyBoxProps = Target & { onSent: () => void };

type Props = { item: Notification; ReplyBox: ComponentType<ReplyBoxProps> };

export function NotificationReply({ item, ReplyBox }: Props) {
  // As it was when the box was opened: a later comment of the same person takes the place of `item`.
  const [target, setTarget] = useState<Target | null>(null);
  const [answeredId, setAnsweredId] = useState<string | null>(null);
  const part = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { id, type, kind, postId, commentId = null, actorName, read } = item;
  if (postId === null || !(type === 'comment' || type === 'mention' || kind === 'reply')) return null;

  const onReplySent = () => {
    returnFocus(part.current, button.current);
    setTarget(null);
    setAnsweredId(id);
    if (!read) void markRead([id]).catch(ignoreApiError);
  };
  const name = actorName ?? 'Alguien';
  return (
    <div ref={part} className={styles.reply}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={`Responder a ${name}`}
        aria-expanded={target !== null}
        onClick={() => {
          setTarget(target ? null : { postId, commentId, name });
          setAnsweredId(null);
        }}
      >
        Responder
      </button>
      {target && <ReplyBox {...target} onSent={onReplySent} />}
      {answeredId === id && <p className={styles.sent}>Respuesta publicada.</p>}
    </div>
  );
}

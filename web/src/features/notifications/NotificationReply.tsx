import { type ComponentType, useRef, useState } from 'react';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { markRead } from './notifications-store.ts';

import styles from './NotificationReply.module.css';

export type ReplyBoxProps = { postId: string; commentId: string | null; name: string; onSent: () => void };

type Props = { item: Notification; ReplyBox: ComponentType<ReplyBoxProps> };

export function NotificationReply({ item, ReplyBox }: Props) {
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const { id, type, kind, postId, commentId = null, actorName, read } = item;
  if (postId === null || !(type === 'comment' || type === 'mention' || kind === 'reply')) return null;

  const onReplySent = () => {
    setState('sent');
    button.current?.focus();
    if (!read) void markRead([id]).catch(ignoreApiError);
  };
  const name = actorName ?? 'Alguien';
  return (
    <div className={styles.reply}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={`Responder a ${name}`}
        aria-expanded={state === 'open'}
        onClick={() => setState(state === 'open' ? 'closed' : 'open')}
      >
        Responder
      </button>
      {state === 'open' && (
        <ReplyBox postId={postId} commentId={commentId} name={name} onSent={onReplySent} />
      )}
      {state === 'sent' && <p className={styles.sent}>Respuesta publicada.</p>}
    </div>
  );
}

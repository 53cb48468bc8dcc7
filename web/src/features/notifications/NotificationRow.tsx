import { Link } from 'wouter';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { shortAge } from '../../../../contract/src/rules/relative-time.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PostTime } from '../../ui/PostTime.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { destinationOf } from './destination.ts';
import { markRead } from './notifications-store.ts';

import styles from './NotificationRow.module.css';

type Props = { item: Notification; onChoose?: () => void };

export function NotificationRow({ item, onChoose }: Props) {
  const { href, isOutside, hint } = destinationOf(item, location.origin);
  const choose = () => {
    // On failure it is unread again; no toast.
    if (!item.read) void markRead([item.id]).catch(ignoreApiError);
    onChoose?.();
  };
  const content = <Content item={item} hint={hint} />;
  return (
    <li className={classNames(styles.row, !item.read && styles.unread)}>
      {isOutside ? (
        <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer" onClick={choose}>
          {content}
        </a>
      ) : (
        <Link className={styles.link} href={href} onClick={choose}>
          {content}
        </Link>
      )}
    </li>
  );
}

function Content({ item, hint }: { item: Notification; hint: string }) {
  const { actorId, actorName, actorAvatar, text, textSnippet, createdAt, read } = item;
  return (
    <>
      <Avatar src={actorAvatar} name={actorName ?? ''} uid={actorId ?? ''} size={44} />
      <span className={styles.words}>
        {actorName && !text.includes(actorName) && (
          <span className={styles.name} dir="auto">
            {actorName}
          </span>
        )}{' '}
        <span className={styles.text} dir="auto">
          {text}
        </span>{' '}
        {textSnippet && (
          <span className={styles.snippet} dir="auto">
            {textSnippet}
          </span>
        )}{' '}
        <span className={styles.line}>
          <PostTime at={createdAt} age={shortAge} /> <span aria-hidden>·</span> <span>{hint}</span>
        </span>
        {!read && <VisuallyHidden>Sin leer</VisuallyHidden>}
      </span>
    </>
  );
}

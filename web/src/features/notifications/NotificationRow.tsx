import type { ComponentType, MouseEvent } from 'react';
import { Link } from 'wouter';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { shortAge } from '../../../../contract/src/rules/relative-time.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PostTime } from '../../ui/PostTime.tsx';
import { smallerPictures } from '../../ui/smaller-pictures.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ClubBadge } from '../clubs/ClubBadge.tsx';
import { destinationOf } from './destination.ts';
import { NotificationIcon } from './NotificationIcon.tsx';
import { NotificationReply, type ReplyBoxProps } from './NotificationReply.tsx';
import { markRead } from './notifications-store.ts';

import styles from './NotificationRow.module.css';

type Props = {
  item: Notification;
  onChoose?: () => void;
  ReplyBox?: ComponentType<ReplyBoxProps>;
};

export function NotificationRow({ item, onChoose, ReplyBox }: Props) {
  const { href, isOutside, hint } = destinationOf(item, location.origin);
  const read = () => {
    // On failure it is unread again; no toast.
    if (!item.read) void markRead([item.id]).catch(ignoreApiError);
  };
  const choose = {
    onClick: () => {
      read();
      onChoose?.();
    },
    // The middle button opens a tab, and the list stays.
    onAuxClick: ({ button }: MouseEvent) => button === 1 && read(),
  };
  const content = <Content item={item} hint={hint} />;
  return (
    <li className={classNames(styles.row, !item.read && styles.unread)}>
      {isOutside ? (
        <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer" {...choose}>
          {content}
        </a>
      ) : (
        <Link className={styles.link} href={href} {...choose}>
          {content}
        </Link>
      )}
      {ReplyBox && <NotificationReply item={item} ReplyBox={ReplyBox} />}
    </li>
  );
}

function Content({ item, hint }: { item: Notification; hint: string }) {
  const { actorName, text, textSnippet, createdAt, read, post, others = [] } = item;
  const snippet = textSnippet ?? post?.line;
  const startsWithName =
    actorName !== null && item.actorClub !== undefined && text.startsWith(`${actorName} `);
  return (
    <>
      {others.length > 0 ? <NotificationIcon item={item} /> : <Actor item={item} />}
      <span className={styles.words}>
        {others.length > 0 && <Actors item={item} />}
        {actorName && !text.includes(actorName) && (
          <span className={styles.name} dir="auto">
            {actorName}
          </span>
        )}{' '}
        <span className={styles.text} dir="auto">
          {startsWithName && (
            <>
              {actorName} <ClubBadge slug={item.actorClub} />
            </>
          )}
          {startsWithName ? text.slice(actorName.length) : text}
        </span>{' '}
        {snippet && (
          <span className={styles.snippet} dir="auto">
            {snippet}
          </span>
        )}{' '}
        <span className={styles.line}>
          <PostTime at={createdAt} age={shortAge} /> <span aria-hidden>·</span> <span>{hint}</span>
        </span>
        {!read && <VisuallyHidden>Sin leer</VisuallyHidden>}
      </span>
      {post?.image && (
        <img
          className={styles.picture}
          {...smallerPictures(post.image, 88)}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          decoding="async"
          style={{ backgroundColor: post.color ?? undefined }}
        />
      )}
    </>
  );
}

function Actor({ item }: { item: Notification }) {
  const { actorId, actorName, actorAvatar } = item;
  if (actorId === null) return <NotificationIcon item={item} />;
  return (
    <span className={styles.actor}>
      <Avatar src={actorAvatar} name={actorName ?? ''} uid={actorId} size={44} />
      <NotificationIcon item={item} badge />
    </span>
  );
}

function Actors({ item }: { item: Notification }) {
  const { actorId, actorName, actorAvatar, others = [] } = item;
  const first = { uid: actorId ?? '', displayName: actorName ?? '', avatar: actorAvatar };
  return (
    <span className={styles.actors} aria-hidden>
      {[first, ...others].map(({ uid, displayName, avatar }) => (
        <Avatar key={uid} src={avatar} name={displayName} uid={uid} size={28} />
      ))}
    </span>
  );
}

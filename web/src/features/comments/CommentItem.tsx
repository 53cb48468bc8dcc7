import type { Ref } from 'react';
import { Link } from 'wouter';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { shortAge } from '../../../../contract/src/rules/relative-time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PostTime } from '../../ui/PostTime.tsx';
import { MoreButton } from '../posts/card/MoreButton.tsx';
import { openOthersMenu } from '../posts/card/others-menu.ts';
import { AuthorLine } from '../posts/text/AuthorLine.tsx';
import { LinkedText } from '../posts/text/LinkedText.tsx';
import { useSession } from '../session/use-session.ts';

import styles from './CommentItem.module.css';

type Props = { ref?: Ref<HTMLLIElement>; comment: Comment; isOutlined?: boolean };

/** A comment; with a `ref` it can take the focus. */
export function CommentItem({ ref, comment, isOutlined = false }: Props) {
  const { user } = useSession();
  const { id: commentId, postId, authorId: uid, displayName, handle } = comment;
  return (
    <li
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={classNames(styles.comment, isOutlined && styles.outlined)}
    >
      <Link className={styles.avatar} href={`/perfil/${uid}`} tabIndex={-1} aria-hidden="true">
        <Avatar src={comment.avatar} name={displayName} uid={uid} size={36} />
      </Link>
      <div className={styles.body}>
        <div className={styles.head}>
          <AuthorLine uid={uid} name={displayName} handle={handle} club={comment.authorClub} />
          <span className={styles.time}>
            <PostTime at={comment.createdAt} age={shortAge} />
          </span>
          {user && user.uid !== uid && (
            <MoreButton
              label={`Más opciones de ${displayName}`}
              onOpen={(button) => openOthersMenu(button, { uid, displayName, handle, postId, commentId })}
            />
          )}
        </div>
        <p className={styles.text} dir="auto">
          <LinkedText text={comment.text} />
        </p>
      </div>
    </li>
  );
}

import { Link } from 'wouter';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { PostTime } from '../../../ui/PostTime.tsx';
import { AuthorLine } from '../text/AuthorLine.tsx';
import { EditedMark } from './EditedMark.tsx';
import { MoreButton } from './MoreButton.tsx';
import { loadOthersMenu } from './others-menu.ts';

import styles from './PostCard.module.css';

type Props = {
  post: PostView;
  nameId: string;
  alone: boolean;
  pending: boolean;
  own: boolean | null;
  onDeleted: (() => void) | undefined;
};

export function PostHeader({ post, nameId, alone, pending, own, onDeleted }: Props) {
  const { id, ownerUid: uid, authorName, authorHandle: handle, authorClub, editedAt } = post;
  return (
    <header className={styles.header}>
      <AuthorLine
        uid={uid}
        name={authorName}
        handle={handle}
        club={authorClub}
        nameId={nameId}
        alone={alone}
      />
      {pending ? (
        <span className={styles.time}>Publicando…</span>
      ) : (
        !alone && (
          <>
            <Link className={styles.time} href={`/p/${id}`}>
              <PostTime at={post.createdAt} />
            </Link>
            <EditedMark at={editedAt} />
          </>
        )
      )}
      {own && !pending && (
        <MoreButton
          label="Opciones"
          load={async () => {
            const { openAuthorMenu } = await import('./author-menu.tsx');
            return (button) => openAuthorMenu(button, id, onDeleted);
          }}
        />
      )}
      {own === false && (
        <MoreButton
          label={`Más opciones de ${authorName}`}
          load={() => loadOthersMenu({ uid, displayName: authorName, handle, postId: id })}
        />
      )}
    </header>
  );
}

import { Link } from 'wouter';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { outsideCover } from '../../../../../contract/src/rules/covers/outside-cover.ts';
import { displayHandle } from '../../../../../contract/src/rules/handles.ts';
import { filesIn } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { quotedHint } from '../../../../../contract/src/rules/looks/quoted-hint.ts';
import { withShortLinks } from '../../../../../contract/src/rules/texts/split-text.ts';
import { useQuotedPost } from '../../../api/post-cache.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { useNow } from '../../../ui/browser/now.ts';
import { PostTime } from '../../../ui/PostTime.tsx';
import { ClubBadge } from '../../clubs/ClubBadge.tsx';
import { CoverMark } from '../covers/CoverMark.tsx';
import { useCover } from '../covers/open-covers.ts';
import { QuotedMedia } from './QuotedMedia.tsx';

import author from '../text/AuthorLine.module.css';
import styles from './QuotedCard.module.css';

type Props = {
  id?: string | undefined;
  /** Null when it was deleted. */
  quoted: PostView | null;
  /** Not a link, as in the dialog that quotes it. */
  still?: boolean;
};

export function QuotedCard({ id, quoted, still = false }: Props) {
  return quoted ? <LoadedCard id={id} quoted={quoted} still={still} /> : <MissingPost id={id} />;
}

function LoadedCard({ id, quoted, still }: { id: string | undefined; quoted: PostView; still: boolean }) {
  const post = useQuotedPost(quoted);
  if (!post) return <MissingPost id={id} />;
  const content = <Content post={post} />;
  return still ? (
    <div id={id} className={styles.card}>
      {content}
    </div>
  ) : (
    <Link id={id} className={styles.card} href={`/p/${post.id}`}>
      {content}
    </Link>
  );
}

function MissingPost({ id }: { id: string | undefined }) {
  return (
    <div id={id} className={styles.gone}>
      Publicación no encontrada.
    </div>
  );
}

function Content({ post: whole }: { post: PostView }) {
  const [open] = useCover(whole);
  const post = open ? whole : outsideCover(whole);
  const hint = quotedHint(post, useNow());
  return (
    <>
      <span className={styles.head}>
        <Avatar src={post.authorAvatar} name={post.authorName} uid={post.ownerUid} size={20} />
        <span className={author.author}>
          <span className={author.who}>
            <span className={author.name}>{post.authorName}</span> <ClubBadge slug={post.authorClub} />
          </span>{' '}
          <span className={author.handle}>{displayHandle(post.authorHandle)}</span>
        </span>{' '}
        <span className={styles.time}>
          <PostTime at={post.createdAt} />
        </span>
      </span>{' '}
      <span className={styles.words}>
        {!open && <CoverMark>{post.text}</CoverMark>}
        {open && post.text && (
          <span className={styles.text} dir="auto">
            {withShortLinks(post.text)}
          </span>
        )}{' '}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      <QuotedMedia files={filesIn(post)} authorName={post.authorName} />
    </>
  );
}

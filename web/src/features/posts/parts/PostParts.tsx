import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { filesIn } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { CoveredPost } from '../covers/CoveredPost.tsx';
import { PostImages } from '../media/PostImages.tsx';
import { PostVideo } from '../media/PostVideo.tsx';
import { PollCard } from './PollCard.tsx';
import { PostLink } from './PostLink.tsx';
import { QuotedCard } from './QuotedCard.tsx';

export type PostPartsProps = {
  post: PostView;
  nameId: string | undefined;
  whole: boolean;
  pending: boolean;
};

/** Everything but the text; of a covered post the text too. */
export function PostParts({ post, nameId, whole, pending }: PostPartsProps) {
  const { warning } = post;
  if (!warning) return <Parts post={post} nameId={nameId} pending={pending} />;
  return (
    <CoveredPost post={{ ...post, warning }} labelId={nameId} whole={whole}>
      <Parts post={post} nameId={undefined} pending={pending} />
    </CoveredPost>
  );
}

function Parts({ post, nameId, pending }: Omit<PostPartsProps, 'whole'>) {
  const { id, link, media, poll, quoteOf, authorName } = post;
  const images = filesIn(post).filter(({ type }) => type === 'image');
  const first = link ? 'link' : media ? 'media' : poll ? 'poll' : 'quote';
  const idOf = (part: typeof first) => (part === first ? nameId : undefined);
  return (
    <>
      {link && <PostLink key={link} id={idOf('link')} link={link} storedPreview={post.linkPreview} />}
      {media?.type === 'video' && (
        <PostVideo key={media.url} id={idOf('media')} media={media} authorName={authorName} />
      )}
      {images.length > 0 && <PostImages key={media?.url} id={idOf('media')} images={images} />}
      {poll && (
        <PollCard id={idOf('poll')} postId={id} poll={poll} ownVote={post.viewer.vote} pending={pending} />
      )}
      {quoteOf && <QuotedCard id={idOf('quote')} quoted={post.quoted} />}
    </>
  );
}

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { PostImage } from '../media/PostImage.tsx';
import { PostVideo } from '../media/PostVideo.tsx';
import { PollCard } from './PollCard.tsx';
import { PostLink } from './PostLink.tsx';
import { QuotedCard } from './QuotedCard.tsx';

export type PostPartsProps = {
  post: PostView;
  nameId: string | undefined;
  pending: boolean;
};

export function PostParts({ post, nameId, pending }: PostPartsProps) {
  const { id, link, media, poll, quoteOf, authorName } = post;
  const Media = media?.type === 'video' ? PostVideo : PostImage;
  const first = link ? 'link' : media ? 'media' : poll ? 'poll' : 'quote';
  const idOf = (part: typeof first) => (part === first ? nameId : undefined);
  return (
    <>
      {link && <PostLink key={link} id={idOf('link')} link={link} stored={post.linkPreview} />}
      {media && <Media key={media.url} id={idOf('media')} media={media} authorName={authorName} />}
      {poll && (
        <PollCard id={idOf('poll')} postId={id} poll={poll} voted={post.viewer.vote} pending={pending} />
      )}
      {quoteOf && <QuotedCard id={idOf('quote')} quoted={post.quoted} />}
    </>
  );
}

import type { PostView } from '../../../../contract/src/calls/shapes.ts';
import { PollCard } from './PollCard.tsx';
import { PostLink } from './PostLink.tsx';
import { PostMedia } from './PostMedia.tsx';
import { PostText } from './PostText.tsx';
import { QuotedCard } from './QuotedCard.tsx';

type Props = {
  post: PostView;
  /** For the part that names the post: its text, or the first of what it has instead. */
  nameId: string;
  whole: boolean;
  pending: boolean;
};

/** What a post says and shows. */
export function PostContent({ post, nameId, whole, pending }: Props) {
  const { id, text, link, media, poll, quoteOf, authorName } = post;
  const naming = [text && 'text', link && 'link', media && 'media', poll && 'poll', quoteOf && 'quote'].find(
    Boolean,
  );
  const idOf = (part: string) => (part === naming ? nameId : undefined);
  return (
    <>
      {text && <PostText key={text} id={nameId} postId={id} text={text} whole={whole} />}
      {link && <PostLink key={link} id={idOf('link')} link={link} stored={post.linkPreview} />}
      {media && <PostMedia key={media.url} id={idOf('media')} media={media} authorName={authorName} />}
      {poll && (
        <PollCard id={idOf('poll')} postId={id} poll={poll} voted={post.viewer.vote} pending={pending} />
      )}
      {quoteOf && <QuotedCard id={idOf('quote')} quoted={post.quoted} />}
    </>
  );
}

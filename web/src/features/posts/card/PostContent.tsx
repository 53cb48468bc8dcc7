import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { hasParts, usePostParts } from '../parts/post-parts.ts';
import type { PostPartsProps } from '../parts/PostParts.tsx';
import { PostText } from '../text/PostText.tsx';

type Props = {
  post: PostView;
  /** The id of the part that names the post: its text, else its first part. */
  nameId: string;
  whole: boolean;
  pending: boolean;
};

export function PostContent({ post, nameId, whole, pending }: Props) {
  const { id } = post;
  const text = !post.warning && post.text;
  return (
    <>
      {text && <PostText key={text} id={nameId} postId={id} text={text} whole={whole} />}
      {hasParts(post) && (
        <LateParts post={post} nameId={text ? undefined : nameId} whole={whole} pending={pending} />
      )}
    </>
  );
}

function LateParts(props: PostPartsProps) {
  return usePostParts()?.(props);
}

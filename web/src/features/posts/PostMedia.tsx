import type { Media } from '../../../../contract/src/calls/shapes.ts';
import { PostImage } from './PostImage.tsx';
import { PostVideo } from './PostVideo.tsx';

type Props = { id: string | undefined; media: Media; authorName: string };

/** The image or video of a post. */
export function PostMedia(props: Props) {
  return props.media.type === 'image' ? <PostImage {...props} /> : <PostVideo {...props} />;
}

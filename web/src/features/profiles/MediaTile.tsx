import { Play } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Link } from 'wouter';

import type { Media, PostView } from '../../../../contract/src/calls/shapes.ts';
import { outsideCover } from '../../../../contract/src/rules/covers/outside-cover.ts';
import { filesIn, moreImages, moreMark } from '../../../../contract/src/rules/looks/alt-text.ts';
import { cutGraphemes } from '../../../../contract/src/rules/texts/graphemes.ts';
import { usePost } from '../../api/post-cache.ts';
import { smallerPictures } from '../../ui/smaller-pictures.ts';
import { CoverMark } from '../posts/covers/CoverMark.tsx';
import { useCover } from '../posts/covers/open-covers.ts';

import styles from './ProfileMedia.module.css';

export function MediaTile({ id }: { id: string }) {
  const post = usePost(id);
  return post?.media ? <Tile post={post} media={post.media} /> : null;
}

function Tile({ post, media }: { post: PostView; media: Media }) {
  const [open] = useCover(post);
  const { id, text } = open ? post : outsideCover(post);
  const files = filesIn(post);
  const kind = [media.type === 'video' ? 'Video' : 'Imagen', files.length > 1 && moreImages(files)]
    .filter(Boolean)
    .join(' ');
  return (
    <li>
      <Link
        href={`/p/${id}`}
        className={styles.tile}
        style={open && media.color ? ({ backgroundColor: media.color } satisfies CSSProperties) : undefined}
        aria-label={text ? `${kind}: ${cutGraphemes(text, 80)}` : kind}
      >
        {open ? (
          <Thumbnail media={media} />
        ) : (
          <span className={styles.cover}>
            <CoverMark>{text}</CoverMark>
          </span>
        )}
        {media.type === 'video' && (
          <span className={styles.mark} aria-hidden>
            <Play size={16} fill="currentColor" />
          </span>
        )}
        {files.length > 1 && (
          <span className={styles.mark} aria-hidden>
            {moreMark(files)}
          </span>
        )}
      </Link>
    </li>
  );
}

function Thumbnail({ media: { url, type } }: { media: Media }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  const markBroken = () => setIsBroken(true);
  return type === 'image' ? (
    <img
      {...smallerPictures(url, '(width <= 600px) 60vw, 360px')}
      alt=""
      loading="lazy"
      decoding="async"
      onError={markBroken}
    />
  ) : (
    // The fragment makes phones show a frame without playing.
    <video src={`${url}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} onError={markBroken} />
  );
}

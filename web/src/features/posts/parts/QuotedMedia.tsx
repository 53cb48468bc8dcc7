import { Play } from 'lucide-react';

import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { imageAlt, moreImages, moreMark } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { smallerPictures } from '../../../ui/smaller-pictures.ts';

import styles from './QuotedCard.module.css';

type Props = { files: readonly Media[]; authorName: string };

export function QuotedMedia({ files, authorName }: Props) {
  const [media] = files;
  if (!media) return null;
  return (
    <span className={styles.media} style={{ backgroundColor: media.color ?? undefined }}>
      {media.type === 'image' ? (
        <img {...smallerPictures(media.url, 144)} alt={imageAlt(files, 0)} loading="lazy" decoding="async" />
      ) : (
        <Play size={20} role="img" aria-label={media.alt ?? `Video de ${authorName}`} fill="currentColor" />
      )}
      {files.length > 1 && (
        <span className={styles.more} role="img" aria-label={moreImages(files)}>
          {moreMark(files)}
        </span>
      )}
    </span>
  );
}

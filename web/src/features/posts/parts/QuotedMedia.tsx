import { Play } from 'lucide-react';

import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { smallerPictures } from '../../../ui/smaller-pictures.ts';

import styles from './QuotedCard.module.css';

export function QuotedMedia({ media, authorName }: { media: Media; authorName: string }) {
  return (
    <span className={styles.media} style={{ backgroundColor: media.color ?? undefined }}>
      {media.type === 'image' ? (
        <img
          {...smallerPictures(media.url, 144)}
          alt={`Imagen de ${authorName}`}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <Play size={20} role="img" aria-label={`Video de ${authorName}`} fill="currentColor" />
      )}
    </span>
  );
}

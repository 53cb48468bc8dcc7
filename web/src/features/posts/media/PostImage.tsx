import { useState } from 'react';

import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { smallerPictures } from '../../../ui/smaller-pictures.ts';
import { MediaFailed } from './MediaFailed.tsx';

import styles from './Media.module.css';

type Props = {
  id: string | undefined;
  image: Media;
  alt: string;
  alone: boolean;
  onOpen: () => void;
};

export function PostImage({ id, image, alt, alone, onOpen }: Props) {
  const [hasFailed, setHasFailed] = useState(false);
  const { url, width, height } = image;
  if (hasFailed) {
    return (
      <MediaFailed small={!alone} onRetry={() => setHasFailed(false)}>
        No se pudo cargar la imagen.
      </MediaFailed>
    );
  }
  const sources = alone
    ? smallerPictures(url, '(width <= 632px) calc(100vw - 32px), 600px', width)
    : smallerPictures(url, '(width <= 632px) 70vw, 420px');
  return (
    <button type="button" className={styles.image} aria-haspopup="dialog" onClick={onOpen}>
      <img
        id={id}
        {...sources}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
        decoding="async"
        onError={() => setHasFailed(true)}
      />
    </button>
  );
}

import type { CSSProperties, ReactNode, Ref } from 'react';

import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { mediaFrame } from './media-frame.ts';

import styles from './Media.module.css';

type Props = { media: Media; ref?: Ref<HTMLDivElement>; children: ReactNode };

export function MediaFrame({ media, ref, children }: Props) {
  const { ratio, maxWidth } = mediaFrame(media);
  const style = {
    '--ratio': ratio,
    maxWidth: maxWidth ?? undefined,
    backgroundColor: media.color ?? undefined,
  } as CSSProperties;
  return (
    <div ref={ref} className={styles.frame} style={style}>
      {children}
    </div>
  );
}

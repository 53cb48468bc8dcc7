import type { ReactNode } from 'react';

import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { imageAlt } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { openModal } from '../../../ui/overlays/modals.ts';
import { openLazily } from '../../../ui/overlays/run-lazily.ts';
import { AltBadge } from './AltBadge.tsx';
import { MediaFrame } from './MediaFrame.tsx';
import { PostImage } from './PostImage.tsx';

import styles from './Media.module.css';

type Props = { id: string | undefined; images: readonly Media[] };

export function PostImages({ id, images }: Props) {
  const open = (first: number) =>
    openLazily(
      () => import('../../../ui/image-viewer/ImageViewer.tsx'),
      ({ ImageViewer }) => {
        const pictures = images.map(({ url }, n) => ({ src: url, alt: imageAlt(images, n) }));
        openModal((close) => <ImageViewer pictures={pictures} first={first} onClose={close} />);
      },
    );

  return (
    <Frame images={images}>
      {images.map((image, n) => (
        <div key={image.url} className={styles.cell} style={{ backgroundColor: image.color ?? undefined }}>
          <PostImage
            id={n === 0 ? id : undefined}
            image={image}
            alt={imageAlt(images, n)}
            alone={images.length === 1}
            onOpen={() => open(n)}
          />
          {image.alt !== undefined && <AltBadge n={n + 1} alt={image.alt} />}
        </div>
      ))}
    </Frame>
  );
}

function Frame({ images, children }: { images: readonly Media[]; children: ReactNode }) {
  const [only, ...others] = images;
  if (only && others.length === 0) return <MediaFrame media={only}>{children}</MediaFrame>;
  return (
    <div className={styles.grid} data-images={images.length}>
      {children}
    </div>
  );
}

import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';

import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { imageAlt } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { AltBadge } from './AltBadge.tsx';
import { MediaFrame } from './MediaFrame.tsx';
import { PostImage } from './PostImage.tsx';

import styles from './Media.module.css';

type Props = { id: string | undefined; images: readonly Media[] };

const loadViewer = async () => ({
  default: (await import('../../../ui/image-viewer/ImageViewer.tsx')).ImageViewer,
});
const ImageViewer = lazy(loadViewer);

export function PostImages({ id, images }: Props) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const close = useCallback(() => setOpenIndex(null), []);
  const pictures = images.map(({ url }, n) => ({ src: url, alt: imageAlt(images, n) }));

  // Opens only once the code is loaded: a failed lazy import would take the whole screen down.
  const open = (n: number) => {
    loadViewer().then(
      () => setOpenIndex(n),
      () => toast('No se pudo abrir la imagen.', { type: 'error' }),
    );
  };

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
      {openIndex !== null && (
        <Suspense fallback={null}>
          <ImageViewer pictures={pictures} first={openIndex} onClose={close} />
        </Suspense>
      )}
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

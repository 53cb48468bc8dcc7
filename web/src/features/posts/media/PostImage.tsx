import { lazy, Suspense, useState } from 'react';

import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { toast } from '../../../ui/overlays/dialogs.ts';
import { useBackToClose } from '../../../ui/overlays/use-back-to-close.ts';
import { smallerPictures } from '../../../ui/smaller-pictures.ts';
import { MediaFailed } from './MediaFailed.tsx';
import { MediaFrame } from './MediaFrame.tsx';

import styles from './Media.module.css';

type Props = { id: string | undefined; media: Media; authorName: string };

const loadViewer = async () => ({
  default: (await import('../../../ui/image-viewer/ImageViewer.tsx')).ImageViewer,
});
const ImageViewer = lazy(loadViewer);

export function PostImage({ id, media, authorName }: Props) {
  const [failed, setFailed] = useState(false);
  const viewer = useBackToClose();
  const alt = `Imagen de ${authorName}`;

  // Opens only once the code is loaded: a failed lazy import would take the whole screen down.
  const open = () => {
    loadViewer().then(viewer.open, () => toast('No se pudo abrir la imagen.', { type: 'error' }));
  };

  return (
    <MediaFrame media={media}>
      {failed ? (
        <MediaFailed onRetry={() => setFailed(false)}>No se pudo cargar la imagen.</MediaFailed>
      ) : (
        <button type="button" className={styles.image} aria-haspopup="dialog" onClick={open}>
          <img
            id={id}
            {...smallerPictures(media.url, '(width <= 632px) calc(100vw - 32px), 600px', media.width)}
            alt={alt}
            width={media.width ?? undefined}
            height={media.height ?? undefined}
            loading="lazy"
            decoding="async"
            onError={() => setFailed(true)}
          />
        </button>
      )}
      {viewer.isOpen && (
        <Suspense fallback={null}>
          <ImageViewer src={media.url} alt={alt} onClose={viewer.close} />
        </Suspense>
      )}
    </MediaFrame>
  );
}

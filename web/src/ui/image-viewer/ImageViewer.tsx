import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { IconButton } from '../IconButton.tsx';
import { keepFocusInside } from '../overlays/keep-focus-inside.ts';
import { doubleTapScale, whole } from './pan-zoom.ts';
import { type PictureGestures, watchGestures } from './picture-gestures.ts';

import styles from './ImageViewer.module.css';

type Props = { src: string; alt: string; onClose: () => void };

const stepPx = 80;

/** A full-screen picture viewer, open while it is mounted. Pinch, double tap, wheel or keys zoom. */
export function ImageViewer({ src, alt, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const gestures = useRef<PictureGestures>(null);
  const [view, setView] = useState(whole);
  const enlarged = view.scale > 1;

  // See Dialog: the clean-up must find the element in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  useEffect(() => {
    if (!stage.current || !picture.current) return undefined;
    const parts = { stage: stage.current, picture: picture.current };
    gestures.current = watchGestures(parts, { onView: setView, onClose });
    return gestures.current.stop;
  }, [onClose]);

  const toggle = () => gestures.current?.zoomBy(enlarged ? 1 / view.scale : doubleTapScale);

  const keys = (event: KeyboardEvent<HTMLElement>) => {
    keepFocusInside(event);
    const act = keyActs[event.key];
    if (!act || !gestures.current || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act(gestures.current);
  };

  return (
    <dialog
      ref={dialog}
      aria-label={alt}
      className={styles.viewer}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={keys}
    >
      <div ref={stage} className={styles.stage}>
        <img
          ref={picture}
          className={styles.picture}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          src={src}
          alt={alt}
          draggable={false}
        />
      </div>
      <div className={styles.buttons}>
        <IconButton label="Cerrar" icon={<X size={24} aria-hidden />} onClick={onClose} />
        <IconButton
          label={enlarged ? 'Ver completa' : 'Ampliar'}
          icon={enlarged ? <ZoomOut size={22} aria-hidden /> : <ZoomIn size={22} aria-hidden />}
          onClick={toggle}
        />
      </div>
    </dialog>
  );
}

const keyActs: Partial<Record<string, (gestures: PictureGestures) => void>> = {
  '+': ({ zoomBy }) => zoomBy(1.5),
  '-': ({ zoomBy }) => zoomBy(1 / 1.5),
  '0': ({ zoomBy }) => zoomBy(0),
  ArrowLeft: ({ move }) => move({ x: stepPx, y: 0 }),
  ArrowRight: ({ move }) => move({ x: -stepPx, y: 0 }),
  ArrowUp: ({ move }) => move({ x: 0, y: stepPx }),
  ArrowDown: ({ move }) => move({ x: 0, y: -stepPx }),
};

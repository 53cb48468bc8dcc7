import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { modalRegion } from '../browser/announce.ts';
import { IconButton } from '../IconButton.tsx';
import { keepFocusInside } from '../overlays/keep-focus-inside.ts';
import { useBackToClose } from '../overlays/use-back-to-close.ts';
import { doubleTapScale, whole } from './pan-zoom.ts';
import { type PictureGestures, watchGestures } from './picture-gestures.ts';

import styles from './ImageViewer.module.css';

type Props = {
  pictures: readonly { src: string; alt: string }[];
  first: number;
  onClose: () => void;
};

const stepPx = 80;

export function ImageViewer({ pictures, first, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const gestures = useRef<PictureGestures>(null);
  const [place, setPlace] = useState(first);
  const [view, setView] = useState(whole);
  const isEnlarged = view.scale > 1;
  const hasOthers = pictures.length > 1;
  const current = pictures[place];
  const position = `Imagen ${place + 1} de ${pictures.length}`;

  // See Modal: the clean-up must find the element in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  useBackToClose(onClose);

  useEffect(() => {
    if (!stage.current || !picture.current) return undefined;
    const parts = { stage: stage.current, picture: picture.current };
    const onSwipe = hasOthers ? (by: 1 | -1) => setPlace(within(place + by, pictures.length)) : undefined;
    gestures.current = watchGestures(parts, { onView: setView, onClose, onSwipe });
    return gestures.current.stop;
    // Each picture has gestures of its own, which begin with the whole picture.
  }, [onClose, hasOthers, pictures.length, place]);

  const toggle = () => gestures.current?.zoomBy(isEnlarged ? 1 / view.scale : doubleTapScale);
  const go = (by: 1 | -1) => {
    setPlace(within(place + by, pictures.length));
    setView(whole);
  };

  const keys = (event: KeyboardEvent<HTMLElement>) => {
    keepFocusInside(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = turns[event.key];
    const act = keyActs[event.key];
    if (hasOthers && !isEnlarged && by) go(by);
    else if (act && gestures.current) act(gestures.current);
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      aria-label={hasOthers ? position : current?.alt}
      className={styles.viewer}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={keys}
    >
      <div ref={stage} className={styles.stage}>
        <img
          key={place}
          ref={picture}
          className={styles.picture}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          src={current?.src}
          alt={current?.alt}
          draggable={false}
        />
      </div>
      <div className={styles.buttons}>
        <IconButton label="Cerrar" icon={<X size={24} aria-hidden />} onClick={onClose} />
        {hasOthers && (
          <p className={styles.where} role="status">
            {position}
          </p>
        )}
        <IconButton
          label={isEnlarged ? 'Ver completa' : 'Ampliar'}
          icon={isEnlarged ? <ZoomOut size={22} aria-hidden /> : <ZoomIn size={22} aria-hidden />}
          onClick={toggle}
        />
      </div>
      {hasOthers && (
        <div className={styles.turns}>
          <IconButton
            label="Imagen anterior"
            icon={<ChevronLeft size={28} aria-hidden />}
            // Not disabled, which would lose the focus, and with it the keys.
            aria-disabled={place === 0}
            onClick={() => go(-1)}
          />
          <IconButton
            label="Imagen siguiente"
            icon={<ChevronRight size={28} aria-hidden />}
            aria-disabled={place === pictures.length - 1}
            onClick={() => go(1)}
          />
        </div>
      )}
      <div ref={modalRegion} className="visually-hidden" aria-live="polite" />
    </dialog>
  );
}

function within(place: number, count: number): number {
  return Math.min(count - 1, Math.max(0, place));
}

const turns: Partial<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

const keyActs: Partial<Record<string, (gestures: PictureGestures) => void>> = {
  '+': ({ zoomBy }) => zoomBy(1.5),
  '-': ({ zoomBy }) => zoomBy(1 / 1.5),
  '0': ({ zoomBy }) => zoomBy(0),
  ArrowLeft: ({ move }) => move({ x: stepPx, y: 0 }),
  ArrowRight: ({ move }) => move({ x: -stepPx, y: 0 }),
  ArrowUp: ({ move }) => move({ x: 0, y: stepPx }),
  ArrowDown: ({ move }) => move({ x: 0, y: -stepPx }),
};

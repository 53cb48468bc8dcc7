import { useEffect, useRef } from 'react';

import { announce } from '../../../ui/browser/announce.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Attachment, Upload } from './attachment.ts';

import styles from './UploadState.module.css';

type Props = { attachment: Attachment; onStop: () => void; onRetry: () => void };

export function UploadState({ attachment: { type, upload }, onStop, onRetry }: Props) {
  const { phase } = upload;
  const before = useRef(phase);

  // Not for a file of a restored draft.
  useEffect(() => {
    if (phase === 'sent' && before.current !== phase)
      announce(type === 'image' ? 'La imagen ya está subida.' : 'El video ya está subido.');
    before.current = phase;
  }, [phase, type]);

  return (
    <>
      <State upload={upload} ready={type === 'image' ? 'Imagen lista' : 'Video listo'} />
      {phase === 'sending' && (
        <Button size="small" onClick={onStop}>
          Cancelar
        </Button>
      )}
      {phase === 'stopped' && (
        <Button size="small" onClick={onRetry}>
          Reintentar
        </Button>
      )}
    </>
  );
}

function State({ upload, ready }: { upload: Upload; ready: string }) {
  switch (upload.phase) {
    case 'sending':
      return <Progress fraction={upload.fraction} />;
    case 'sent':
      return <p className={styles.words}>{ready}</p>;
    case 'stopped':
      return upload.reason === null ? (
        <p className={styles.words}>Subida cancelada</p>
      ) : (
        <p role="alert" className={styles.error}>
          No se pudo subir: {upload.reason}
        </p>
      );
  }
}

function Progress({ fraction }: { fraction: number }) {
  const percent = Math.floor(fraction * 100);
  const words = percent < 100 ? `Subiendo… ${percent} %` : 'Procesando…';
  return (
    <>
      <p className={styles.words}>{words}</p>
      <div
        role="progressbar"
        aria-label="Subida del archivo"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={words}
        className={styles.bar}
      >
        <div className={styles.done} style={{ transform: `scaleX(${fraction})` }} />
      </div>
    </>
  );
}

import { X } from 'lucide-react';

import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { Attachment, Upload } from './attachment.ts';

import styles from './AttachedFile.module.css';

type Props = {
  attachment: Attachment;
  onStop: () => void;
  onRetry: () => void;
  /** Null while the post is being published. */
  onRemove: (() => void) | null;
};

export function AttachedFile({ attachment, onStop, onRetry, onRemove }: Props) {
  const { type, url, upload } = attachment;
  return (
    <div role="group" aria-label={type === 'image' ? 'Imagen' : 'Video'} className={styles.file}>
      {type === 'image' ? (
        <img className={styles.thumbnail} src={url} alt="" />
      ) : (
        <video className={styles.thumbnail} src={url} muted playsInline preload="metadata" />
      )}
      <div className={styles.state}>
        <UploadState upload={upload} ready={type === 'image' ? 'Imagen lista' : 'Video listo'} />
        {upload.phase === 'sending' && (
          <Button size="small" onClick={onStop}>
            Cancelar
          </Button>
        )}
        {upload.phase === 'stopped' && (
          <Button size="small" onClick={onRetry}>
            Reintentar
          </Button>
        )}
      </div>
      {onRemove && (
        <IconButton
          label={type === 'image' ? 'Quitar imagen' : 'Quitar video'}
          icon={<X size={20} aria-hidden />}
          className={styles.remove}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

function UploadState({ upload, ready }: { upload: Upload; ready: string }) {
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

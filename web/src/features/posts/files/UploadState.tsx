import type { Upload } from './attachment.ts';

import styles from './UploadState.module.css';

/** How far an upload is. `ready` stands there after it. */
export function UploadState({ upload, ready }: { upload: Upload; ready: string }) {
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

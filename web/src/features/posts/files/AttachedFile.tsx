import { X } from 'lucide-react';

import { IconButton } from '../../../ui/IconButton.tsx';
import type { Attachment } from './attachment.ts';
import { UploadState } from './UploadState.tsx';

import styles from './AttachedFile.module.css';

type Props = {
  attachment: Attachment;
  onStop: () => void;
  onRetry: () => void;
  /** Null while the post is being published. */
  onRemove: (() => void) | null;
};

export function AttachedFile({ attachment, onStop, onRetry, onRemove }: Props) {
  const { type, url } = attachment;
  return (
    <div role="group" aria-label={type === 'image' ? 'Imagen' : 'Video'} className={styles.file}>
      {type === 'image' ? (
        <img className={styles.thumbnail} src={url} alt="" />
      ) : (
        <video className={styles.thumbnail} src={url} muted playsInline preload="metadata" />
      )}
      <div className={styles.state}>
        <UploadState attachment={attachment} onStop={onStop} onRetry={onRetry} />
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

import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';

import { buttonClass } from '../../../ui/Button.tsx';
import { AttachedFile } from '../../posts/files/AttachedFile.tsx';
import type { useAdFile } from './use-ad-file.ts';

import styles from './AdFileField.module.css';

type Props = { file: ReturnType<typeof useAdFile>; error: string | undefined; busy: boolean };

export function AdFileField({ file, error, busy }: Props) {
  const id = useId();
  const { attachment, preparing } = file;
  const choose = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const selection = input.files?.[0];
    // Lets the user pick the same file again.
    input.value = '';
    if (selection) void file.choose(selection);
  };

  return (
    <div className={styles.field}>
      {attachment && (
        <AttachedFile
          attachment={attachment}
          onStop={file.stop}
          onRetry={() => file.begin(attachment)}
          onRemove={busy ? null : file.remove}
        />
      )}
      <label className={buttonClass({}, styles.choose)}>
        <ImagePlus size={20} aria-hidden />
        Imagen o video
        <input
          type="file"
          className="visually-hidden"
          accept="image/png,image/jpeg,image/webp,video/mp4,video/webm"
          disabled={busy}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={choose}
        />
      </label>
      <p id={`${id}-hint`} className={styles.hint} role="status">
        {preparing ? 'Preparando el archivo…' : 'PNG, JPG o WebP; o un video MP4 o WebM de hasta 30 MB.'}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

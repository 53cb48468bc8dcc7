import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { Button } from '../../../ui/Button.tsx';
import { smallerPictures } from '../../../ui/smaller-pictures.ts';
import { openDescription } from '../files/DescribeDialog.tsx';

import styles from './EditedFiles.module.css';

type Props = {
  files: readonly Media[];
  alts: readonly string[];
  disabled: boolean;
  onAlt: (n: number, alt: string) => void;
};

export function EditedFiles({ files, alts, disabled, onAlt }: Props) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Descripciones">
      {files.map(({ type, url, color }, n) => {
        const alt = alts[n]?.trim() ?? '';
        return (
          <li key={url} className={styles.file}>
            {type === 'image' ? (
              <img
                className={styles.thumbnail}
                {...smallerPictures(url, 56)}
                alt=""
                style={{ backgroundColor: color ?? undefined }}
              />
            ) : (
              <video
                className={styles.thumbnail}
                src={`${url}#t=0.1`}
                preload="metadata"
                muted
                tabIndex={-1}
              />
            )}
            <p className={alt === '' ? styles.bare : styles.alt} dir="auto">
              {alt === '' ? 'Sin descripción' : alt}
            </p>
            <Button
              size="small"
              disabled={disabled}
              aria-label={type === 'image' ? `Describir imagen ${n + 1}` : 'Describir video'}
              onClick={() => openDescription({ type, url, alt: alts[n] ?? '' }, (newAlt) => onAlt(n, newAlt))}
            >
              Describir
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

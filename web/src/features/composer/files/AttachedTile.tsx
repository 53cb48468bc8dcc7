import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Attachment } from '../../posts/files/attachment.ts';
import { UploadState } from '../../posts/files/UploadState.tsx';

import styles from './AttachedFiles.module.css';

type Props = {
  attachment: Attachment;
  /** `n` counts from 1. */
  place: { n: number; count: number };
  alt: string;
  onStop: () => void;
  onRetry: () => void;
  edit: { onMove: (by: 1 | -1) => void; onDescribe: () => void; onRemove: () => void } | null;
};

export function AttachedTile({ attachment, place: { n, count }, alt, onStop, onRetry, edit }: Props) {
  const { type, url, upload } = attachment;
  const name = type === 'image' ? `imagen ${n}` : 'video';
  const description = alt.trim();
  return (
    <div role="group" aria-label={type === 'image' ? `Imagen ${n}` : 'Video'} className={styles.tile}>
      <div className={styles.picture}>
        {type === 'image' ? (
          <img src={url} alt="" />
        ) : (
          <video src={url} muted playsInline preload="metadata" tabIndex={-1} />
        )}
        <div className={upload.phase === 'sent' ? 'visually-hidden' : styles.upload}>
          <UploadState attachment={attachment} onStop={onStop} onRetry={onRetry} />
        </div>
        {edit && count > 1 && <Moves n={n} count={count} onMove={edit.onMove} />}
        {edit && (
          <Tool label={`Quitar ${name}`} className={styles.remove} onClick={edit.onRemove}>
            <X size={18} aria-hidden />
          </Tool>
        )}
      </div>
      {edit && (
        <>
          <p className={description === '' ? styles.bare : styles.alt} dir="auto">
            {description === '' ? 'Sin descripción' : description}
          </p>
          <Button size="small" aria-label={`Describir ${name}`} onClick={edit.onDescribe}>
            Describir
          </Button>
        </>
      )}
    </div>
  );
}

function Moves({ n, count, onMove }: { n: number; count: number; onMove: (by: 1 | -1) => void }) {
  const buttons = useRef<HTMLSpanElement>(null);
  // At the ends the pressed button becomes disabled, so the focus goes to the other one.
  const move = (by: 1 | -1) => {
    onMove(by);
    const [back, on] = buttons.current?.querySelectorAll('button') ?? [];
    const place = n + by;
    if (place === 1) requestAnimationFrame(() => on?.focus());
    else if (place === count) requestAnimationFrame(() => back?.focus());
  };
  return (
    <span ref={buttons} className={styles.moves}>
      <Tool label={`Mover imagen ${n} antes`} disabled={n === 1} onClick={() => move(-1)}>
        <ArrowLeft size={18} aria-hidden />
      </Tool>
      <Tool label={`Mover imagen ${n} después`} disabled={n === count} onClick={() => move(1)}>
        <ArrowRight size={18} aria-hidden />
      </Tool>
    </span>
  );
}

type ToolProps = {
  label: string;
  className?: string | undefined;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function Tool({ label, className, disabled, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classNames(styles.tool, className)}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

import { Camera } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';

import { Avatar } from '../../ui/Avatar.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { pictureTypes } from './picture.ts';
import type { ProfileDraft } from './profile-draft.ts';

import styles from './PictureField.module.css';

type Props = {
  uid: string;
  name: string;
  savedUrl: string | null;
  avatar: ProfileDraft['avatar'];
  error: string | undefined;
  progress: number | null;
  onChoose: (file: File) => void;
  onRemove: () => void;
  onUndo: () => void;
};

export function PictureField({
  uid,
  name,
  savedUrl,
  avatar,
  error,
  progress,
  onChoose,
  onRemove,
  onUndo,
}: Props) {
  const id = useId();
  const src = typeof avatar === 'string' ? avatar : (avatar?.url ?? null);
  const hasChange = avatar !== savedUrl || error !== undefined;
  const choose = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    // Lets the user pick the same file again.
    input.value = '';
    if (file) onChoose(file);
  };

  return (
    <div className={styles.field}>
      <Avatar src={src} name={name} uid={uid} size={88} />
      <div className={styles.side}>
        <div className={styles.actions}>
          <label className={buttonClass({ size: 'small' }, styles.choose)}>
            <Camera size={18} aria-hidden />
            Foto de perfil
            <input
              type="file"
              className="visually-hidden"
              accept={pictureTypes.join()}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              onChange={choose}
            />
          </label>
          {avatar !== null && (
            <Button variant="quiet" size="small" onClick={onRemove}>
              Quitar foto
            </Button>
          )}
          {hasChange && (
            <Button variant="quiet" size="small" onClick={onUndo}>
              Deshacer
            </Button>
          )}
        </div>
        {progress !== null && <Progress fraction={progress} />}
        {error && (
          <p id={id} role="alert" className={styles.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

function Progress({ fraction }: { fraction: number }) {
  const percent = Math.floor(fraction * 100);
  return (
    <div className={styles.progress}>
      <span>{percent < 100 ? `Subiendo… ${percent} %` : 'Procesando…'}</span>
      <progress aria-label="Subida de la foto" value={fraction} max={1} />
    </div>
  );
}

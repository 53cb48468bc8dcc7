import { ChartBarBig, Image, Link2 } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, type ReactNode, useRef } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { Button } from '../../ui/Button.tsx';

import styles from './ComposerBar.module.css';

type Props = {
  length: number;
  countId: string;
  linkOpen: boolean;
  pollOpen: boolean;
  locked: boolean;
  ready: boolean;
  onLink: () => void;
  onFiles: (files: File[]) => void;
  onPoll: () => void;
  children: ReactNode;
};

export function ComposerBar({
  length,
  countId,
  linkOpen,
  pollOpen,
  locked,
  ready,
  onLink,
  onFiles,
  onPoll,
  children,
}: Props) {
  const fileInput = useRef<HTMLInputElement>(null);

  const takeFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Lets the user pick the same file again.
    target.value = '';
  };

  return (
    <div className={styles.bar}>
      <div className={styles.tools}>
        <Tool
          name="Enlace"
          icon={<Link2 size={20} aria-hidden />}
          aria-expanded={linkOpen}
          disabled={locked}
          onClick={onLink}
        />
        <Tool
          name="Imagen o video"
          icon={<Image size={20} aria-hidden />}
          disabled={locked}
          onClick={() => fileInput.current?.click()}
        />
        <input
          ref={fileInput}
          type="file"
          accept="image/*,video/mp4,video/webm,video/quicktime"
          multiple
          hidden
          onChange={takeFiles}
        />
        <Tool
          name="Encuesta"
          icon={<ChartBarBig size={20} aria-hidden />}
          aria-expanded={pollOpen}
          disabled={locked}
          onClick={onPoll}
        />
        {children}
      </div>
      {length >= limits.postTextWarning && (
        <span id={countId} className={length > limits.postText ? styles.tooLong : styles.count}>
          {length}/{limits.postText}
        </span>
      )}
      <Button type="submit" variant="primary" size="small" disabled={!ready}>
        Publicar
      </Button>
    </div>
  );
}

type ToolProps = ComponentProps<'button'> & { name: string; icon: ReactNode };

export function Tool({ name, icon, ...rest }: ToolProps) {
  return (
    <button type="button" className={styles.tool} title={name} {...rest}>
      {icon}
      <span className="visually-hidden">{name}</span>
    </button>
  );
}

import { useRef } from 'react';

import type { Attachment } from '../../posts/files/attachment.ts';
import { AttachedTile } from './AttachedTile.tsx';
import type { DraftFileRef } from './draft-files.ts';
import { moveItem } from './move-item.ts';

import styles from './AttachedFiles.module.css';

type Props = {
  files: readonly DraftFileRef[];
  attachments: readonly Attachment[];
  onStop: (attachment: Attachment) => void;
  onRetry: (attachment: Attachment) => void;
  /** Null while the post is being published. */
  edit: {
    onOrder: (files: readonly DraftFileRef[]) => void;
    onDescribe: (id: string) => void;
    onRemove: (id: string) => void;
  } | null;
};

export function AttachedFiles({ files, attachments, onStop, onRetry, edit }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (id: string, i: number) => {
    const form = list.current?.closest('form');
    edit?.onRemove(id);
    requestAnimationFrame(() => {
      // The pressed button is gone, and the focus is lost or on another button of the next file.
      const buttons = form?.querySelectorAll<HTMLElement>(`.${styles.remove}`) ?? [];
      (buttons[i] ?? [...buttons].at(-1) ?? form?.querySelector('textarea'))?.focus();
    });
  };
  return (
    <ul ref={list} className={styles.files} aria-label="Archivos de la publicación">
      {files.map(({ id, alt }, i) => {
        const attachment = attachments.find((item) => item.id === id);
        return (
          <li key={id} className={styles.file}>
            {attachment && (
              <AttachedTile
                attachment={attachment}
                place={{ n: i + 1, count: files.length }}
                alt={alt}
                onStop={() => onStop(attachment)}
                onRetry={() => onRetry(attachment)}
                edit={
                  edit && {
                    onMove: (by) => edit.onOrder(moveItem(files, i, by)),
                    onDescribe: () => edit.onDescribe(id),
                    onRemove: () => remove(id, i),
                  }
                }
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

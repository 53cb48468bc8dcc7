import type { Attachment } from '../../posts/files/attachment.ts';
import { AttachedTile } from './AttachedTile.tsx';
import type { DraftFileRef } from './draft-files.ts';
import { moved } from './moved.ts';

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

/** The files of a draft in their order. */
export function AttachedFiles({ files, attachments, onStop, onRetry, edit }: Props) {
  return (
    <ul className={styles.files} aria-label="Archivos de la publicación">
      {files.map(({ id, alt }, i) => {
        const attachment = attachments.find((each) => each.id === id);
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
                    onMove: (by) => edit.onOrder(moved(files, i, by)),
                    onDescribe: () => edit.onDescribe(id),
                    onRemove: () => edit.onRemove(id),
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

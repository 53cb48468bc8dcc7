import { exactDate } from '../../../../../contract/src/rules/relative-time.ts';

import styles from './PostCard.module.css';

export function EditedMark({ at }: { at: string | null }) {
  return (
    at && (
      <span className={styles.edited} title={exactDate(new Date(at))}>
        editado
      </span>
    )
  );
}

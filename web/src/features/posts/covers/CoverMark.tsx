import { EyeOff } from 'lucide-react';

import styles from './Cover.module.css';

/** The label of a covered post where it cannot be opened. */
export function CoverMark({ children: label }: { children: string }) {
  return (
    <span className={styles.mark}>
      <EyeOff size={16} aria-hidden />
      <span dir="auto">{label}</span>
    </span>
  );
}

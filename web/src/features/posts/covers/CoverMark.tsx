import { EyeOff } from 'lucide-react';

import styles from './Cover.module.css';

export function CoverMark({ children: label }: { children: string }) {
  return (
    <span className={styles.mark}>
      <EyeOff size={16} aria-hidden />
      <span dir="auto">{label}</span>
    </span>
  );
}

import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '../../../ui/Button.tsx';

import styles from './Cover.module.css';

type Props = {
  labelId?: string | undefined;
  label: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
};

export function Cover({ labelId, label, open, onToggle, children }: Props) {
  return (
    <>
      <div className={styles.cover} data-cover>
        <EyeOff size={18} aria-hidden />
        <span id={labelId} className={styles.label} dir="auto">
          {label}
        </span>
        <Button size="small" aria-expanded={open} aria-describedby={labelId} onClick={() => onToggle(!open)}>
          {open ? 'Ocultar' : 'Mostrar'}
        </Button>
      </div>
      {open && children}
    </>
  );
}

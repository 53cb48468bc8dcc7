import { Pencil } from 'lucide-react';

import { IconButton } from '../../ui/IconButton.tsx';

import styles from './WriteButton.module.css';

export function WriteButton() {
  const write = () => {
    scrollTo(0, 0);
    document.querySelector<HTMLTextAreaElement>('main textarea')?.focus({ preventScroll: true });
  };
  return (
    <IconButton
      label="Escribir"
      icon={<Pencil size={24} aria-hidden />}
      className={styles.write}
      onClick={write}
    />
  );
}

import { Ellipsis } from 'lucide-react';
import { type ComponentType, useState } from 'react';

import { IconButton } from '../../../ui/IconButton.tsx';
import { runLazily } from '../../../ui/overlays/run-lazily.ts';
import type { AuthorMenuProps } from './AuthorMenu.tsx';

import styles from './PostCard.module.css';

type Props = { postId: string; onDeleted: (() => void) | undefined };

/** The author's menu button; the menu itself is loaded on first use. */
export function PostMenu({ postId, onDeleted }: Props) {
  const [Menu, setMenu] = useState<ComponentType<AuthorMenuProps> | null>(null);
  const open = async () => {
    const { AuthorMenu } = await import('./AuthorMenu.tsx');
    setMenu(() => AuthorMenu);
  };
  return Menu ? (
    <Menu postId={postId} className={styles.menu} onDeleted={onDeleted} />
  ) : (
    <IconButton
      label="Opciones"
      icon={<Ellipsis size={20} aria-hidden />}
      className={styles.menu}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void runLazily(open)}
    />
  );
}

import { Pencil, Trash2 } from 'lucide-react';

import { Menu } from '../../ui/Menu.tsx';
import { deletePost } from './delete-post.ts';
import { editPost } from './post-dialogs.ts';

import styles from './PostCard.module.css';

type Props = { postId: string; onDeleted: (() => void) | undefined };

/** What only the author may do. */
export function PostMenu({ postId, onDeleted }: Props) {
  const remove = () => void deletePost(postId, onDeleted);
  return (
    <Menu
      label="Opciones"
      className={styles.menu}
      items={[
        { label: 'Editar', icon: <Pencil size={18} aria-hidden />, onSelect: () => editPost(postId) },
        { label: 'Eliminar', icon: <Trash2 size={18} aria-hidden />, danger: true, onSelect: remove },
      ]}
    />
  );
}

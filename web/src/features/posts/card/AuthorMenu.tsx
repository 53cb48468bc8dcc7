import { Pencil, Trash2 } from 'lucide-react';

import { Menu } from '../../../ui/Menu.tsx';
import { editPost } from '../actions/post-dialogs.ts';
import { deletePost } from '../editing/delete-post.ts';

export type AuthorMenuProps = {
  postId: string;
  className: string | undefined;
  onDeleted: (() => void) | undefined;
};

export function AuthorMenu({ postId, className, onDeleted }: AuthorMenuProps) {
  const remove = () => void deletePost(postId, onDeleted);
  return (
    <Menu
      label="Opciones"
      openAtOnce
      className={className}
      items={[
        { label: 'Editar', icon: <Pencil size={18} aria-hidden />, onSelect: () => editPost(postId) },
        { label: 'Eliminar', icon: <Trash2 size={18} aria-hidden />, danger: true, onSelect: remove },
      ]}
    />
  );
}

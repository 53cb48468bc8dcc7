import { EyeOff, MessageCircleMore, Pencil, Trash2 } from 'lucide-react';

import { openMenu } from '../../../ui/overlays/open-menu.tsx';
import { deletePost } from '../editing/delete-post.ts';
import { choosePostControls, editPost, warnOfPost } from './author-dialogs.ts';

export function openAuthorMenu(
  button: HTMLButtonElement,
  postId: string,
  onDeleted: (() => void) | undefined,
): void {
  const remove = () => void deletePost(postId, onDeleted);
  openMenu(button, 'Opciones', [
    { label: 'Editar', icon: <Pencil size={18} aria-hidden />, onSelect: () => editPost(postId) },
    { label: 'Advertencia', icon: <EyeOff size={18} aria-hidden />, onSelect: () => warnOfPost(postId) },
    {
      label: 'Quiénes pueden comentar',
      icon: <MessageCircleMore size={18} aria-hidden />,
      onSelect: () => choosePostControls(postId),
    },
    { label: 'Eliminar', icon: <Trash2 size={18} aria-hidden />, danger: true, onSelect: remove },
  ]);
}

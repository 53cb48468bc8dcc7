import { Ban, EyeOff, Flag, Link2, VolumeX } from 'lucide-react';

import { findPost } from '../../api/post-cache.ts';
import { type MenuItem, openMenu } from '../../ui/overlays/open-menu.tsx';
import { copyPostLink } from '../posts/actions/copy-link.ts';
import type { OthersContent } from '../posts/card/others-menu.ts';
import { markSensitive } from '../posts/covers/set-warning.ts';
import { openReport } from '../reports/open-report.ts';
import { session } from '../session/session-store.ts';
import { confirmAndBlock, changeRelation, nameOf } from './relations.ts';

export function openOthersMenu(button: HTMLButtonElement, item: OthersContent): void {
  const { displayName, postId, commentId } = item;
  openMenu(button, `Más opciones de ${displayName}`, [
    {
      label: 'Copiar enlace',
      icon: <Link2 size={18} aria-hidden />,
      onSelect: () => void copyPostLink(postId, commentId),
    },
    {
      label: `Silenciar a ${nameOf(item)}`,
      icon: <VolumeX size={18} aria-hidden />,
      onSelect: () => void changeRelation(item, 'muteUser'),
    },
    {
      label: `Bloquear a ${nameOf(item)}`,
      icon: <Ban size={18} aria-hidden />,
      danger: true,
      onSelect: () => void confirmAndBlock(item),
    },
    {
      label: 'Reportar',
      icon: <Flag size={18} aria-hidden />,
      onSelect: () => openReport(commentId === undefined ? { postId } : { postId, commentId }),
    },
    ...adminItems(item),
  ]);
}

function adminItems({ postId, commentId }: OthersContent): MenuItem[] {
  const post = findPost(postId);
  if (!session.read().isAdmin || !post || commentId !== undefined) return [];
  const isSensitive = post.warning?.byAdmin === true;
  const label = isSensitive ? 'Ya no marcar como sensible' : 'Marcar como sensible';
  const onSelect = () => void markSensitive(postId, !isSensitive);
  return [{ label, icon: <EyeOff size={18} aria-hidden />, onSelect }];
}

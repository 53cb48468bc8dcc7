import { Ban, Flag, Link2, VolumeX } from 'lucide-react';

import { openMenu } from '../../ui/overlays/open-menu.tsx';
import { copyPostLink } from '../posts/actions/copy-link.ts';
import type { Foreign } from '../posts/card/others-menu.ts';
import { openReport } from '../reports/open-report.ts';
import { askAndBlock, changeRelation, nameOf } from './relations.ts';

export function openOthersMenu(button: HTMLButtonElement, item: Foreign): void {
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
      onSelect: () => void askAndBlock(item),
    },
    {
      label: 'Reportar',
      icon: <Flag size={18} aria-hidden />,
      onSelect: () => openReport(commentId === undefined ? { postId } : { postId, commentId }),
    },
  ]);
}

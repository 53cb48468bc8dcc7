import { Ban, Flag, Volume2, VolumeX } from 'lucide-react';

import { Menu } from '../../ui/overlays/Menu.tsx';
import type { MenuItem } from '../../ui/overlays/open-menu.tsx';
import type { ProfileAnswer } from '../profiles/use-profile.ts';
import { openReport } from '../reports/open-report.ts';
import { confirmAndBlock, changeRelation } from './relations.ts';

export function ProfileMenu({ answer: { profile, blocked, muted } }: { answer: ProfileAnswer }) {
  const mute: MenuItem = muted
    ? {
        label: 'Dejar de silenciar',
        icon: <Volume2 size={18} aria-hidden />,
        onSelect: () => void changeRelation(profile, 'unmuteUser'),
      }
    : {
        label: 'Silenciar',
        icon: <VolumeX size={18} aria-hidden />,
        onSelect: () => void changeRelation(profile, 'muteUser'),
      };
  const ban = <Ban size={18} aria-hidden />;
  const block: MenuItem = blocked
    ? { label: 'Desbloquear', icon: ban, onSelect: () => void changeRelation(profile, 'unblockUser') }
    : { label: 'Bloquear', icon: ban, danger: true, onSelect: () => void confirmAndBlock(profile) };
  const report: MenuItem = {
    label: 'Reportar',
    icon: <Flag size={18} aria-hidden />,
    onSelect: () => openReport({ uid: profile.uid }),
  };
  return <Menu label="Más opciones" items={[mute, block, report]} />;
}

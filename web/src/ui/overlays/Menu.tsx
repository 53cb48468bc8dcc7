import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '../IconButton.tsx';
import { type MenuItem, openMenu } from './open-menu.tsx';

type Props = {
  label: string;
  items: readonly MenuItem[];
  icon?: ReactNode;
  className?: string | undefined;
};

export function Menu({ label, items, icon, className }: Props) {
  return (
    <IconButton
      label={label}
      icon={icon ?? <Ellipsis size={20} aria-hidden />}
      className={className}
      aria-haspopup="menu"
      onClick={(event) => openMenu(event.currentTarget, label, items)}
    />
  );
}

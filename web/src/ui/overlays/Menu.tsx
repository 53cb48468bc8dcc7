import { Ellipsis } from 'lucide-react';

import { IconButton } from '../IconButton.tsx';
import { type MenuItem, openMenu } from './open-menu.tsx';

type Props = {
  label: string;
  items: readonly MenuItem[];
};

export function Menu({ label, items }: Props) {
  return (
    <IconButton
      label={label}
      icon={<Ellipsis size={20} aria-hidden />}
      aria-haspopup="menu"
      onClick={(event) => openMenu(event.currentTarget, label, items)}
    />
  );
}

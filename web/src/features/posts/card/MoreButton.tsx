import { IconButton } from '../../../ui/IconButton.tsx';
import { type OpenMenu, openMenuLazily } from '../../../ui/overlays/open-menu-lazily.ts';

import styles from './MoreButton.module.css';

type Props = { label: string; load: () => Promise<OpenMenu> };

/** The icon is a CSS mask, which keeps a long feed light. */
export function MoreButton({ label, load }: Props) {
  return (
    <IconButton
      label={label}
      icon={null}
      className={styles.more}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => openMenuLazily(currentTarget, load)}
    />
  );
}

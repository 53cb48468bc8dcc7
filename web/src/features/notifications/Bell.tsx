import { Bell as BellIcon } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { whenIdle } from '../../api/when-idle.ts';
import { ignoreMissingChunk } from '../../ui/browser/chunks.ts';
import { Flap } from '../../ui/Flap.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { openLazily } from '../../ui/overlays/run-lazily.ts';
import type { NotificationDropdownProps } from './NotificationDropdown.tsx';
import { useUnread } from './unread.ts';

import styles from './Bell.module.css';

/** Give it a `key` per user. The dropdown loads on first use. */
export function Bell({ children }: { children?: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const unread = useUnread();
  const [isOpen, setOpen] = useState(false);
  const [Dropdown, setDropdown] = useState<ComponentType<NotificationDropdownProps> | null>(null);

  useEffect(() => {
    const end = new AbortController();
    void watch(end.signal).catch(ignoreMissingChunk);
    return () => end.abort();
  }, []);

  const openDropdown = () =>
    openLazily(
      () => import('./NotificationDropdown.tsx'),
      ({ NotificationDropdown }) => setDropdown(() => NotificationDropdown),
    );

  const count = unread > limits.badgeMax ? `${limits.badgeMax}+` : String(unread);
  return (
    <>
      <IconButton
        ref={button}
        label={unread === 0 ? 'Notificaciones' : `Notificaciones, ${count} sin leer`}
        icon={
          <>
            <BellIcon size={22} aria-hidden />
            <Flap className={styles.badge} text={unread > 0 ? count : ''} />
          </>
        }
        className={styles.bell}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={Dropdown ? id : undefined}
        onClick={Dropdown ? undefined : openDropdown}
      />
      {Dropdown && (
        <Dropdown id={id} bell={button} isOpen={isOpen} onOpen={setOpen}>
          {children}
        </Dropdown>
      )}
    </>
  );
}

async function watch(signal: AbortSignal): Promise<void> {
  await whenIdle();
  if (signal.aborted) return;
  (await import('./watch-notifications.ts')).watchNotifications(signal);
}

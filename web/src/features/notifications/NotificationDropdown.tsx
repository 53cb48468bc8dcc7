import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  type ToggleEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { Link, useLocation } from 'wouter';

import { nextItem } from '../../ui/next-item.ts';
import { useBackToClose } from '../../ui/overlays/use-back-to-close.ts';
import { LatestNotifications } from './LatestNotifications.tsx';
import { MarkAllButton } from './MarkAllButton.tsx';

import styles from './NotificationDropdown.module.css';

export type NotificationDropdownProps = {
  id: string;
  bell: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  children: ReactNode;
};

/** Opens when it mounts; the browser closes it. */
export function NotificationDropdown({ id, bell, isOpen, onOpen, children }: NotificationDropdownProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [path] = useLocation();
  const lastPath = useRef(path);
  const close = () => panel.current?.hidePopover();

  useLayoutEffect(() => {
    panel.current?.togglePopover(true);
  }, []);

  useBackToClose(close, isOpen);

  useEffect(() => {
    if (lastPath.current !== path) panel.current?.hidePopover();
    lastPath.current = path;
  }, [path]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const place = () => panel.current && bell.current && placeBeneath(panel.current, bell.current);
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [isOpen, bell]);

  const beforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (bell.current) placeBeneath(event.currentTarget, bell.current);
    if (event.newState === 'open') onOpen(true);
  };

  const onToggled = (event: ToggleEvent<HTMLDivElement>) => {
    // Not in beforetoggle: the tapped link must stay until the browser has followed it.
    onOpen(event.newState === 'open');
    if (event.newState === 'open') event.currentTarget.focus({ preventScroll: true });
    // The click hit nothing focusable.
    else if (document.activeElement === document.body) bell.current?.focus({ preventScroll: true });
  };

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('li a')];
    const at = items.findIndex((item) => item === document.activeElement);
    const next = nextItem(items.length, at, event.key);
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  };

  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (relatedTarget && relatedTarget !== bell.current && !currentTarget.contains(relatedTarget)) close();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows add to Tab
    <div
      ref={panel}
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      className={styles.panel}
      onBeforeToggle={beforeToggle}
      onToggle={onToggled}
      onKeyDown={move}
      onBlur={closeOnLeave}
    >
      {isOpen && (
        <>
          <div className={styles.head}>
            <h2 id={`${id}-title`} className={styles.title}>
              Notificaciones
            </h2>
            <MarkAllButton />
          </div>
          <div className={styles.list}>
            <LatestNotifications onChoose={close} />
          </div>
          <div className={styles.foot}>
            <div className={styles.extra}>
              <Suspense>{children}</Suspense>
            </div>
            <Link href="/notificaciones" className={styles.all} onClick={close}>
              Ver todas
            </Link>
          </div>
        </>
      )}
    </div>
  );
}

// Aligns the right edges; CSS keeps the panel on the screen.
function placeBeneath(panel: HTMLElement, bell: HTMLElement): void {
  // Not clientWidth, which includes the scrollbar gutter.
  const page = document.documentElement.getBoundingClientRect();
  const end = page.right - bell.getBoundingClientRect().right;
  panel.style.setProperty('--end', `${end}px`);
}

import { Ellipsis } from 'lucide-react';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
} from 'react';

import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { nextItem } from './next-item.ts';

import styles from './Menu.module.css';

export type MenuItem = { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void };

type Props = {
  label: string;
  items: readonly MenuItem[];
  icon?: ReactNode;
  className?: string | undefined;
  /** It was requested before it was loaded. */
  openAtOnce?: boolean;
};

/** A button with a menu of commands. Arrows, Home, End, Escape; Tab leaves it. */
export function Menu({ label, items, icon, className, openAtOnce = false }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  useLayoutEffect(() => {
    if (!openAtOnce) return;
    // The tapped button is gone, so closing returns the focus to this one.
    button.current?.focus({ preventScroll: true });
    list.current?.togglePopover(true);
  }, [openAtOnce]);

  const onToggled = (event: ToggleEvent<HTMLDivElement>) => {
    setOpen(event.newState === 'open');
    if (event.newState !== 'open' || !button.current || !list.current) return;
    placeBeneath(list.current, button.current.getBoundingClientRect());
    itemsOf(list.current)[0]?.focus();
  };

  const move = (event: KeyboardEvent) => {
    if (!list.current) return;
    if (event.key === 'Tab') list.current.hidePopover();
    const all = itemsOf(list.current);
    const next = nextItem(all.length, all.indexOf(document.activeElement as HTMLElement), event.key);
    if (next === null) return;
    event.preventDefault();
    all[next]?.focus();
  };

  const choose = (item: MenuItem) => {
    list.current?.hidePopover();
    button.current?.focus();
    item.onSelect();
  };

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={icon ?? <Ellipsis size={20} aria-hidden />}
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
      />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the items take the focus */}
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        onToggle={onToggled}
        onKeyDown={move}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={classNames(styles.item, item.danger && styles.danger)}
            onClick={() => choose(item)}
          >
            {item.icon}
            {item.label}
          </button>
        ))}
      </div>
    </>
  );
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

// Right edges aligned; above the button when there is no room below.
function placeBeneath(list: HTMLElement, at: DOMRect) {
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = at.bottom + 4;
  const top = below + height > innerHeight - 8 ? at.top - height - 4 : below;
  list.style.top = `${Math.max(8, top)}px`;
  list.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`;
}

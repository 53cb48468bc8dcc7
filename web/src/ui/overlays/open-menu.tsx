import { type KeyboardEvent, type ReactNode, type ToggleEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

import { classNames } from '../class-names.ts';
import { nextItem } from '../next-item.ts';
import { openModal } from './modals.ts';
import { useBackToClose } from './use-back-to-close.ts';

import styles from './Menu.module.css';

export type MenuItem = { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void };

type Props = { button: HTMLButtonElement; label: string; items: readonly MenuItem[]; onClosed: () => void };

export function openMenu(button: HTMLButtonElement, label: string, items: readonly MenuItem[]): void {
  // The browser itself closes an open menu.
  if (button.popoverTargetElement) return;
  openModal((close) => <OpenMenu button={button} label={label} items={items} onClosed={close} />);
}

function OpenMenu({ button, label, items, onClosed }: Props) {
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    button.focus({ preventScroll: true });
    list.current?.showPopover();
    button.setAttribute('aria-expanded', 'true');
    return () => {
      button.setAttribute('aria-expanded', 'false');
      closeByButton(button, null);
    };
  }, [button]);

  useBackToClose(() => list.current?.hidePopover());

  const onToggled = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open') return onClosed();
    if (!list.current) return;
    // Not before: the browser would close the menu at the end of the click that opened it.
    closeByButton(button, list.current);
    placeBeneath(list.current, button.getBoundingClientRect());
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
    button.focus();
    item.onSelect();
  };

  // In the landmark of its button, where the user of a screen reader is.
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the items take the focus
    <div
      ref={list}
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
          <span>{item.label}</span>
        </button>
      ))}
    </div>,
    button.closest('dialog, main, header') ?? document.body,
  );
}

function closeByButton(button: HTMLButtonElement, list: HTMLElement | null): void {
  button.popoverTargetElement = list;
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

// Aligns the right edges; above the button when there is no room below.
function placeBeneath(list: HTMLElement, at: DOMRect) {
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = at.bottom + 4;
  const top = below + height > innerHeight - 8 ? at.top - height - 4 : below;
  list.style.top = `${Math.max(8, top)}px`;
  list.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`;
}

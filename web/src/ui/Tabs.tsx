import type { KeyboardEvent, ReactNode, Ref } from 'react';

import { classNames } from './class-names.ts';
import { nextTab } from './next-tab.ts';

import styles from './Tabs.module.css';

type TabsProps<Id extends string> = {
  /** Prefix of the ids that connect the tabs with their panel; the same in TabPanel. */
  id: string;
  label: string;
  tabs: readonly { id: Id; label: ReactNode }[];
  selected: Id;
  onSelect: (id: Id) => void;
  className?: string;
};

function Tabs<Id extends string>({ id, label, tabs, selected, onSelect, className }: TabsProps<Id>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const ids = tabs.map((tab) => tab.id);
    const next = nextTab(ids, selected, event.key);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
    document.getElementById(tabId(id, next))?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={classNames(styles.tabs, className)}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(id, tab.id)}
          aria-selected={tab.id === selected}
          aria-controls={`${id}-panel`}
          tabIndex={tab.id === selected ? 0 : -1}
          className={styles.tab}
          onClick={() => onSelect(tab.id)}
          onKeyDown={move}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

type StickyProps<Id extends string> = TabsProps<Id> & {
  /** Marks where the tabs begin, which sticky tabs cannot tell. */
  start: Ref<HTMLDivElement>;
};

export function StickyTabs<Id extends string>({ start, ...tabs }: StickyProps<Id>) {
  return (
    <>
      <div ref={start} className={styles.start} />
      <Tabs {...tabs} className={classNames(styles.sticky, tabs.className)} />
    </>
  );
}

type PanelProps = { id: string; selected: string; className?: string; children: ReactNode };

export function TabPanel({ id, selected, className, children }: PanelProps) {
  return (
    <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(id, selected)} className={className}>
      {children}
    </div>
  );
}

function tabId(id: string, tab: string) {
  return `${id}-tab-${tab}`;
}

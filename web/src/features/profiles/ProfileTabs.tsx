import type { ReactNode } from 'react';

import { TabPanel, Tabs } from '../../ui/Tabs.tsx';

import styles from './ProfileHeader.module.css';

const tabs = [{ id: 'publicaciones', label: 'Publicaciones' }] as const;

/** What a profile holds, under its head. */
export function ProfileTabs({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.tabs}>
        <Tabs id="profile" label="Perfil" tabs={tabs} selected="publicaciones" onSelect={() => undefined} />
      </div>
      <TabPanel id="profile" selected="publicaciones">
        {children}
      </TabPanel>
    </>
  );
}
